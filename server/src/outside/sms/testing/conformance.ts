import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { SmsRefused, type SmsSender, SmsUnavailable } from '../port.ts'

/** A gateway under test, and how to make it behave: the sandbox does it by number, a stub by a switch. */
export type GatewayUnderTest = {
  sender(): SmsSender
  /** A number on which things go as told, as `to` of a message; null where this gateway cannot do so. */
  number(trouble: 'none' | 'fails' | 'refused' | 'busy' | 'unsteady' | 'slow' | 'cut'): string | null
  /** The texts that have arrived on the number, or null where they cannot be seen. */
  arrived(to: string): Promise<string[]>
  /** The sender's limit for one answer and for all tries, milliseconds. */
  limits: { timeoutMs: number; deadlineMs: number }
}

let references = 0
const reference = () => `conformance-${process.pid}-${(references += 1)}`

/** Texts that break whatever puts values into templates carelessly. */
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
 * What every sender with its gateway has to do, whoever they are. Call it inside a `describe`.
 * @param gateway asked at the time of the tests, so that it may be started in `beforeAll`
 */
export function smsConformance(gateway: () => GatewayUnderTest): void {
  const send = (to: string, text = 'Kode Anda 123456', as = reference()) =>
    gateway().sender().send({ to, text, reference: as })
  const number = (trouble: Parameters<GatewayUnderTest['number']>[0]) => gateway().number(trouble) as string
  /** How sending ends and after how long; no error tells the number, the text or the secret. */
  const outcome = async (to: string) => {
    const start = performance.now()
    const error: unknown = await send(to, 'Kode Anda 918273').then(
      () => null,
      (failure: unknown) => failure,
    )
    const ms = performance.now() - start
    const told = inspect(error, { depth: 9, showHidden: true })
    for (const secret of [to, to.slice(2), '918273', 'key of the']) expect(told).not.toContain(secret)
    return { error, ms }
  }
  /** Some scheduling on top of what was asked for. */
  const within = () => gateway().limits.deadlineMs + 400

  test('a message arrives once, character for character', async () => {
    const to = number('none')
    for (const text of hostileTexts) {
      const before = await gateway().arrived(to)
      await send(to, text)
      expect(await gateway().arrived(to), text).toEqual([text, ...before])
    }
  })

  test('the same message under the same reference arrives once', async () => {
    const to = number('none')
    const before = await gateway().arrived(to)
    const as = reference()
    for (let i = 0; i < 3; i += 1) await send(to, 'again', as)
    expect(await gateway().arrived(to)).toEqual(['again', ...before])
  })

  test('a gateway that only fails is unavailable, in time', async () => {
    const { error, ms } = await outcome(number('fails'))
    expect(error).toBeInstanceOf(SmsUnavailable)
    expect(ms).toBeLessThan(within())
  })

  test('a refusal is final and comes at once', async () => {
    const { error, ms } = await outcome(number('refused'))
    expect(error).toBeInstanceOf(SmsRefused)
    expect(ms).toBeLessThan(gateway().limits.timeoutMs)
  })

  test.each(['busy', 'unsteady', 'cut'] as const)(
    '%s at first: it is tried again and arrives once',
    async (trouble) => {
      const to = number(trouble)
      const before = await gateway().arrived(to)
      await send(to, `after ${trouble}`)
      expect(await gateway().arrived(to)).toEqual([`after ${trouble}`, ...before])
    },
  )

  test('a gateway that is too slow is given up in time', async () => {
    const { error, ms } = await outcome(number('slow'))
    expect(error).toBeInstanceOf(SmsUnavailable)
    expect(ms).toBeGreaterThanOrEqual(gateway().limits.timeoutMs)
    expect(ms).toBeLessThan(within())
  })

  test('what is no number or reference is refused before anything is sent', async () => {
    for (const to of ['', '+6281234567890', '62812345678901234', '62812\r\nX-Evil: 1', '../62812345678']) {
      await expect(send(to), to).rejects.toBeInstanceOf(SmsRefused)
    }
    for (const bad of ['', '../../admin', 'a b', 'ref\r\nX: 1', 'x'.repeat(65)]) {
      await expect(send(number('none'), 'text', bad), bad).rejects.toBeInstanceOf(SmsRefused)
    }
  })
}
