import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { instant } from '../../fields.ts'
import { eventTypes } from '../../partner/event-types.ts'

const done = z.object({ message: z.literal('success') })
const changeErrors = ['PASSWORD_CHECK_REQUIRED', 'FACTOR_CHECK_REQUIRED'] as const

/** The secret that signs calls, shown this once; null where it stays. */
const withSecret = z.object({ secret: z.nullable(z.string()) })

/** `GONE`: the address answered 410. `PAUSED`: it did not take a call for three days. */
export const callBackState = z.enum(['ACTIVE', 'PAUSED', 'GONE'])

const callBack = z.object({
  /** Without path and query for a member of a company who is no administrator: they may hold a token. */
  url: z.string(),
  types: z.array(z.string()),
  state: callBackState,
  setAt: instant,
  /** The last call that was taken. */
  rungAt: z.nullable(instant),
  /** Since when every call has failed, and when the next is due. */
  failingSince: z.nullable(instant),
  dueAt: z.nullable(instant),
  /** Until when the secret of before signs too. */
  formerUntil: z.nullable(instant),
})
export type CallBackView = z.infer<typeof callBack>

export const getCallBack = endpoint({
  operationId: 'getCallBack',
  method: 'GET',
  path: '/calls-back',
  auth: 'lender',
  summary: 'The address at which the lender’s system is called when something happens.',
  answer: z.object({ callBack: z.nullable(callBack) }),
  errors: [],
})

export const setCallBack = endpoint({
  operationId: 'setCallBack',
  method: 'PUT',
  path: '/calls-back',
  auth: 'lender',
  summary:
    'Set the address and the events it is called for, from now on; also after it was paused. The first address has a secret.',
  body: z.strictObject({
    url: z.string().check(z.minLength(1, 'Tulis alamat https sistem Anda.'), z.maxLength(500)),
    types: z
      .array(z.enum(eventTypes))
      .check(z.minLength(1, 'Pilih paling sedikit satu peristiwa.'), z.maxLength(eventTypes.length)),
  }),
  answer: withSecret,
  errors: [...changeErrors, 'CALL_BACK_ADDRESS'],
})

export const rotateCallBackSecret = endpoint({
  operationId: 'rotateCallBackSecret',
  method: 'POST',
  path: '/calls-back/secret',
  auth: 'lender',
  summary: 'A new secret; the one of before signs too for a day.',
  answer: withSecret,
  errors: [...changeErrors, 'NOT_FOUND'],
})

export const endCallBack = endpoint({
  operationId: 'endCallBack',
  method: 'POST',
  path: '/calls-back/end',
  auth: 'lender',
  summary: 'Remove the address: it is called no more.',
  answer: done,
  errors: ['NOT_FOUND'],
})

export const ringCallBack = endpoint({
  operationId: 'ringCallBack',
  method: 'POST',
  path: '/calls-back/ring',
  auth: 'lender',
  summary:
    'Call the address once, with an event again or, without one, as a trial. The list of tries has the outcome.',
  body: z.strictObject({ eventNo: z.nullable(z.int().check(z.gt(0))) }),
  answer: done,
  errors: ['NOT_FOUND', 'CALL_BACK_GONE'],
})

const tryOf = z.object({
  at: instant,
  /** The number and type of the event; null and `test` for a trial. */
  eventNo: z.nullable(z.int()),
  type: z.string(),
  milliseconds: z.int(),
  status: z.nullable(z.int()),
  /** Why no usable answer came; null where one did. */
  fault: z.nullable(z.string()),
})
export type CallBackTry = z.infer<typeof tryOf>

export const listCallBackTries = endpoint({
  operationId: 'listCallBackTries',
  method: 'GET',
  path: '/calls-back/tries',
  auth: 'lender',
  summary: 'The last hundred calls of thirty days, newest first.',
  answer: z.object({ list: z.array(tryOf) }),
  errors: [],
})
