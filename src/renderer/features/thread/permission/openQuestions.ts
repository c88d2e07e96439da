import type { SessionId } from '#shared/ids';

/** The question of a session that keys answer, wherever in its pane the focus is. */
export interface OpenQuestion {
  /** Whether the question's answers can be seen, and what they are about. */
  isInFront(): boolean;
  /** Chooses the option that this key stands for, if it may be answered yet. */
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
