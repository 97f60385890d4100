import type * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import type { RefusalCode } from '../refusals.ts'

/** What a person of the staff may do: read, propose, decide, and change staff. */
export const staffRights = ['LOOK', 'WORK', 'DECIDE', 'ADMIN'] as const
export type StaffRight = (typeof staffRights)[number]

/**
 * One call of the console, declared once, as those of lenders are (`Endpoint`): the server binds a handler to it and the
 * screens take their types from it. It needs the live session of a person with this right.
 */
export type StaffCall = Pick<Endpoint, 'operationId' | 'path' | 'summary' | 'movesMoney' | 'polling'> & {
  method: 'GET' | 'POST'
  right: StaffRight
  query?: z.core.$ZodType
  body?: z.core.$ZodType
  /** True where the body is the bytes of a file, which the handler streams. */
  takesFile?: true
  answer: z.core.$ZodType
  errors: readonly RefusalCode[]
}

/** Keeps the literal types of a declaration. */
export function staffCall<const Call extends StaffCall>(declaration: Call): Call {
  return declaration
}
