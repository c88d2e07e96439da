export interface ToastAction {
  readonly label: string;
  run(): void;
}

export interface ToastOptions {
  /** Replaces an earlier toast with the same id. */
  readonly id?: string;
  readonly title: string;
  readonly description?: string;
  readonly tone?: 'neutral' | 'danger';
  readonly action?: ToastAction;
}

type Show = (toast: ToastOptions) => void;

/** Toasts from before the layer that draws them is loaded. */
const waiting: ToastOptions[] = [];
let show: Show = (toast) => waiting.push(toast);

/** Shows a short-lived message. Something that needs an answer belongs in the session instead. */
export function showToast(toast: ToastOptions): void {
  show(toast);
}

/** Called by the layer that draws toasts; the returned function disconnects it. */
export function connectToasts(next: Show): () => void {
  show = next;
  for (const toast of waiting.splice(0)) next(toast);
  return () => {
    show = (toast) => waiting.push(toast);
  };
}
