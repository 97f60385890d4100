import type { ProductAddress } from './product.ts'
import { until } from './waiting.ts'

type Message = { to: string; text: string; arrivedAt: string }

/** A phone with this number: the messages that the gateway has delivered to it. */
export class Handset {
  readonly #inbox: string
  #codesRead = 0

  constructor({ sandboxOrigin }: ProductAddress, phone: string) {
    this.#inbox = `${sandboxOrigin}/sms/inbox.json?to=0${phone}`
  }

  /** All messages, the newest first. */
  async messages(): Promise<Message[]> {
    const answer = await fetch(this.#inbox)
    if (!answer.ok) throw new Error(`the inbox answered ${answer.status}`)
    const { messages } = (await answer.json()) as { messages: Message[] }
    return messages
  }

  /** Waits for the next unread message with a code, and returns the code. */
  async nextCode(): Promise<string> {
    const [newest = ''] = await until('the next code arrives', async () => {
      const codes = (await this.messages()).flatMap(({ text }) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? [])
      if (codes.length <= this.#codesRead) return null
      this.#codesRead = codes.length
      return codes
    })
    return newest
  }
}

/** A wrong code: the given one with another last digit. */
export const otherThan = (code: string): string => `${code.slice(0, 5)}${(Number(code.at(-1)) + 1) % 10}`
