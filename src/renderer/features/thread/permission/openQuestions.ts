import type { SessionId } from '#shared/ids';

/** The question that keys in a session's pane answer, wherever the focus is. */
export interface OpenQuestion {
  /** Whether both the answers and the request are visible. */
  isInFront(): boolean;
  /** Chooses the option of this key, if the question may be answered yet. */
  press(key: string): void;
}

const questions = new Map<SessionId, OpenQuestion>();

export function openQuestion(id: SessionId): OpenQuestion | undefined {
  return questions.get(id);
}

export function registerQuestion(id: SessionId, question: OpenQuestion): () => void {
  questions.set(id, question);
  return () => {
    if (questions.get(id) === question) questions.delete(id);
  };
}
