export type Input = { query?: Record<string, string>; body?: unknown }

/** A field that identifies a record, and the values to test in it. */
export type IdField = {
  input: (value: unknown) => Input
  /** A value that this lender may use, so that the call succeeds. It is left out if the call would use it up. */
  mine?: unknown
  /** Values that this lender may not use, by reason; all of them must get the same response. */
  foreign: Record<string, unknown>
}

/** The classification of a call's fields: every field of its query and body is either an id or plain. */
export type Entry = {
  ids: Record<string, IdField>
  /** Fields that identify no record of a lender, or that have tests of their own (which are named). */
  plain: readonly string[]
}
