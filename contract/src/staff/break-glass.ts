import * as z from 'zod/mini'
import { instant } from '../fields.ts'
import { staffCall } from './call.ts'

/** A command that was run at a terminal without the second pair that a rule asks for, and that nobody else has looked at. */
export const brokenGlass = z.object({
  number: z.int(),
  operator: z.string(),
  reason: z.string(),
  at: instant,
  /** Whether this person may look at it: it was run by somebody else. */
  mayLook: z.boolean(),
})
export type BrokenGlass = z.infer<typeof brokenGlass>

export const listBreakGlass = staffCall({
  operationId: 'listBreakGlass',
  method: 'GET',
  path: '/break-glass',
  right: 'LOOK',
  summary: 'Runs without the second pair that a rule asks for, which nobody else has looked at.',
  answer: z.object({ runs: z.array(brokenGlass) }),
  errors: [],
})

export const lookAtBreakGlass = staffCall({
  operationId: 'lookAtBreakGlass',
  method: 'POST',
  path: '/break-glass/look',
  right: 'WORK',
  summary: 'Note that this person has looked at a run of somebody else.',
  body: z.strictObject({ number: z.int().check(z.gt(0)) }),
  answer: z.object({ number: z.int() }),
  errors: ['NOT_FOUND', 'STAFF_RIGHT_MISSING'],
})
