import * as z from 'zod/mini'
import { businessDay, instant } from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { cursorField, objectRef, rowsField } from './fields.ts'

/** A figure of a line; `of` says which one, where the line has several. Sums in whole rupiah. */
export const todayFigure = z.object({
  of: z.nullable(z.string()),
  count: z.nullable(z.int()),
  amount: z.nullable(z.int()),
  share: z.nullable(z.string()),
  since: z.nullable(instant),
  until: z.nullable(businessDay),
  red: z.boolean(),
})

/** A line of the morning list, as the command line prints it. `count` and `amount` are of all its figures. */
export const todayLine = z.object({
  key: z.string(),
  words: z.string(),
  says: z.string(),
  figures: z.array(todayFigure),
  count: z.nullable(z.int()),
  amount: z.nullable(z.int()),
  since: z.nullable(instant),
  red: z.boolean(),
  /** When it was counted, for what is counted every hour; null where it is counted now. */
  countedAt: z.nullable(instant),
  /** Whether it tells how things stand, and nothing in it waits. */
  tells: z.boolean(),
  /** Whether `listToday` has its rows. */
  hasList: z.boolean(),
  /** The names of the actions that end what waits here. */
  actions: z.array(z.string()),
  /** The command that lists it; null if there is none. */
  command: z.nullable(z.string()),
})
export type TodayLine = z.infer<typeof todayLine>

export const getToday = endpoint({
  auth: 'staff',
  operationId: 'getToday',
  method: 'GET',
  path: '/today',
  right: 'LOOK',
  summary: 'Everything that waits, as of one moment: the lines of `operator today`.',
  answer: z.object({
    day: businessDay,
    at: instant,
    red: z.int(),
    /** Proposals that wait for this person. */
    forMe: z.int(),
    lines: z.array(todayLine),
  }),
  errors: [],
})

/** A thing that waits in a line: what it is, since when, and what its action is to be filled with. */
export const waitingThing = z.object({
  id: z.string(),
  words: z.string(),
  amount: z.nullable(z.int()),
  since: z.nullable(instant),
  about: z.nullable(objectRef),
  actions: z.array(z.object({ name: z.string(), input: z.record(z.string(), z.string()) })),
})
export type WaitingThing = z.infer<typeof waitingThing>

export const listToday = endpoint({
  auth: 'staff',
  operationId: 'listToday',
  method: 'GET',
  path: '/today/list',
  right: 'LOOK',
  summary: 'The things behind a line of the morning list.',
  query: z.strictObject({ key: z.string().check(z.maxLength(60)), limit: rowsField, after: cursorField }),
  answer: z.object({ words: z.string(), rows: z.array(waitingThing), next: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})
