import type { Input } from './input.ts'

/** What a page hands to the form that it opens: its own object, and where to go back to. */
export type ActionState = { input?: Input; from?: { to: string; label: string } }
