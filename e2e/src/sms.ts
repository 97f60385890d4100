import type { ProductAddress } from './product.ts'
import { until } from './waiting.ts'

type Message = { to: string; text: string; arrivedAt: string }

/** A phone with this number: the messages that the gateway has delivered to it. */
export class Handset {
  readonly #inbox: string
  #read = 0

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

  /** Waits for the next unread message, and returns its code. */
  async nextCode(): Promise<string> {
    const messages = await until('the next message arrives', async () => {
      const all = await this.messages()
      return all.length > this.#read ? all : null
    })
    this.#read = messages.length
    const code = /(?<!\d)\d{6}(?!\d)/.exec(messages[0]?.text ?? '')?.[0]
    if (code === undefined) throw new Error(`no code in "${messages[0]?.text}"`)
    return code
  }
}

/** A wrong code: the given one with another last digit. */
export const otherThan = (code: string): string => `${code.slice(0, 5)}${(Number(code.at(-1)) + 1) % 10}`
