import * as z from 'zod/mini'
import { calendarDayField, instant } from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { staffRights } from './rights.ts'
import { cursorField, rowsField, trailEntry } from './fields.ts'

const part = z.optional(z.string().check(z.maxLength(200)))

export const searchTrail = endpoint({
  auth: 'staff',
  operationId: 'searchTrail',
  method: 'GET',
  path: '/trail',
  right: 'LOOK',
  summary:
    'The audit trail, newest first, by the filters of `audit search`; a value that ends in * matches a prefix.',
  query: z.strictObject({
    actor: part,
    operation: part,
    subject: part,
    outcome: part,
    request: part,
    source: part,
    reason: part,
    lender: z.optional(z.string().check(z.regex(/^([1-9][0-9]{0,15})?$/))),
    loan: z.optional(z.string().check(z.maxLength(40))),
    from: z.optional(z.union([z.literal(''), calendarDayField])),
    until: z.optional(z.union([z.literal(''), calendarDayField])),
    limit: rowsField,
    after: cursorField,
  }),
  answer: z.object({ rows: z.array(trailEntry), next: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})

export const listStaff = endpoint({
  auth: 'staff',
  operationId: 'listStaff',
  method: 'GET',
  path: '/staff',
  right: 'LOOK',
  summary: 'The people of the staff with their rights; none while suspended.',
  answer: z.object({
    people: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        rights: z.array(z.enum(staffRights)),
        /** Passkeys with which they may log in. */
        passkeys: z.int(),
        addedAt: instant,
      }),
    ),
  }),
  errors: [],
})

export const listRules = endpoint({
  auth: 'staff',
  operationId: 'listRules',
  method: 'GET',
  path: '/rules',
  right: 'LOOK',
  summary: 'Each operation that can need a second pair, with the versions of its rule, the newest first.',
  answer: z.object({
    operations: z.array(
      z.object({
        operation: z.string(),
        title: z.string(),
        versions: z.array(
          z.object({
            version: z.int(),
            deciders: z.int(),
            largeFrom: z.nullable(z.int()),
            largeDeciders: z.nullable(z.int()),
            hours: z.int(),
            at: instant,
          }),
        ),
      }),
    ),
  }),
  errors: [],
})
