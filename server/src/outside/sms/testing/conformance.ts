import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { SmsRefused, type SmsSender, SmsUnavailable } from '../port.ts'

/** A gateway under test. The sandbox's faults are chosen by phone number, those of a stub by a switch. */
export type GatewayUnderTest = {
  sender(limits: Limits): SmsSender
  /** The number, as `to` of a message, that triggers this behaviour; null if this gateway cannot produce it. */
  number(trouble: 'none' | 'fails' | 'refused' | 'busy' | 'unsteady' | 'slow' | 'cut'): string | null
  /** The texts that have arrived at the number, or null if they cannot be observed. */
  arrived(to: string): Promise<string[]>
}

/** A sender's time limits for one answer and for all attempts, milliseconds. */
export type Limits = { timeoutMs: number; deadlineMs: number }

/** For messages that arrive or are refused, however busy the machine is. */
const patient: Limits = { timeoutMs: 10_000, deadlineMs: 30_000 }
/** For gateways that never answer well. */
const hasty: Limits = { timeoutMs: 200, deadlineMs: 1_600 }

let references = 0
const reference = () => `conformance-${process.pid}-${(references += 1)}`

/** Texts that break a careless substitution into templates. */
const hostileTexts = [
  'Kode Anda 123456',
  '"quoted" \\ back\\slash \\u0041 \\n',
  'two\nlines\r\nand\ttab',
  'a=1&b=2;c %41 +plus {to} {key} {text} {reference} ${x}',
  '"}],"to":"628999","x":{"y":"',
  '</script><b>&amp;\u2028\u2029',
  'Terima kasih 🙏 é ñ 你好 \u202Eabc',
]

/**
 * The tests that every sender must pass with its gateway. Call it inside a `describe`.
 * @param gateway called when the tests run, so that it may be started in `beforeAll`
 */
export function smsConformance(gateway: () => GatewayUnderTest): void {
  const send = (to: string, text = 'Kode Anda 123456', as = reference(), limits = patient) =>
    gateway().sender(limits).send({ to, text, reference: as })
  const number = (trouble: Parameters<GatewayUnderTest['number']>[0]) => gateway().number(trouble) as string
  /**
   * Measures how a message ends and how long it takes. Asserts that no error contains the number, the text or the
   * secret.
   */
  const outcome = async (to: string, limits: Limits) => {
    const start = performance.now()
    const error: unknown = await send(to, 'Kode Anda 918273', reference(), limits).then(
      () => null,
      (failure: unknown) => failure,
    )
    const ms = performance.now() - start
    const told = inspect(error, { depth: 9, showHidden: true })
    for (const secret of [to, to.slice(2), '918273', 'key of the']) expect(told).not.toContain(secret)
    return { error, ms }
  }
  test('an SMS is delivered once and unchanged', async () => {
    const to = number('none')
    for (const text of hostileTexts) {
      const before = await gateway().arrived(to)
      await send(to, text)
      expect(await gateway().arrived(to), text).toEqual([text, ...before])
    }
  })

  test('an SMS that is sent twice with the same reference is delivered once', async () => {
    const to = number('none')
    const before = await gateway().arrived(to)
    const as = reference()
    for (let i = 0; i < 3; i += 1) await send(to, 'again', as)
    expect(await gateway().arrived(to)).toEqual(['again', ...before])
  })

  test('sending an SMS is given up before the deadline when the gateway always fails', async () => {
    const { error, ms } = await outcome(number('fails'), hasty)
    expect(error).toBeInstanceOf(SmsUnavailable)
    expect(ms).toBeLessThan(patient.timeoutMs)
  })

  test('sending an SMS is not retried after the gateway refused it', async () => {
    const { error, ms } = await outcome(number('refused'), patient)
    expect(error).toBeInstanceOf(SmsRefused)
    expect(ms).toBeLessThan(patient.deadlineMs)
  })

  test.each(['busy', 'unsteady', 'cut'] as const)(
    'an SMS to a gateway that is %s at first is retried and delivered once',
    async (trouble) => {
      const to = number(trouble)
      const before = await gateway().arrived(to)
      await send(to, `after ${trouble}`)
      expect(await gateway().arrived(to)).toEqual([`after ${trouble}`, ...before])
    },
  )

  test('sending an SMS is given up before the deadline when the gateway is too slow', async () => {
    const { error, ms } = await outcome(number('slow'), hasty)
    expect(error).toBeInstanceOf(SmsUnavailable)
    expect(ms).toBeGreaterThanOrEqual(hasty.timeoutMs)
    expect(ms).toBeLessThan(patient.timeoutMs)
  })

  test('an SMS with a malformed number or reference is rejected before it is sent', async () => {
    for (const to of ['', '+6281234567890', '62812345678901234', '62812\r\nX-Evil: 1', '../62812345678']) {
      await expect(send(to), to).rejects.toBeInstanceOf(SmsRefused)
    }
    for (const bad of ['', '../../admin', 'a b', 'ref\r\nX: 1', 'x'.repeat(65)]) {
      await expect(send(number('none'), 'text', bad), bad).rejects.toBeInstanceOf(SmsRefused)
    }
  })
}
