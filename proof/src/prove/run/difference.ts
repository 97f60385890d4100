/** A figure that the model and the system do not agree on. */
export type Difference = { of: string; model: unknown; system: unknown }
