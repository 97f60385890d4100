import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ProductAddress } from './product.ts'
import { until } from './waiting.ts'

export type ReceivedMail = { id: string; subject: string; text: string; html: string }

/** The e-mails at one address of the sandbox's inbox. */
export class Mailbox {
  readonly #origin: string
  readonly #address: string

  constructor({ sandboxOrigin }: ProductAddress, address: string) {
    this.#origin = sandboxOrigin
    this.#address = address
  }

  /** All e-mails, the newest first. */
  async mails(): Promise<ReceivedMail[]> {
    const answer = await fetch(`${this.#origin}/mail/inbox.json?to=${encodeURIComponent(this.#address)}`)
    if (!answer.ok) throw new Error(`the inbox answered ${answer.status}`)
    return ((await answer.json()) as { messages: ReceivedMail[] }).messages
  }

  /** Waits for an e-mail with this text, and returns the newest one. */
  mailWith(text: string, limitMs = 120_000): Promise<ReceivedMail> {
    return until(
      `an e-mail with "${text}" arrives`,
      async () => (await this.mails()).find((mail) => mail.text.includes(text)) ?? null,
      { limitMs },
    )
  }

  /** Reads an e-mail on the pages of the inbox: its text in the list, then its HTML, as a reader shows it. */
  async read(page: Page, { id, subject }: ReceivedMail, sentences: readonly string[]): Promise<void> {
    await page.goto(`${this.#origin}/mail/?to=${encodeURIComponent(this.#address)}`)
    const item = page.locator(`[data-id="${id}"]`)
    for (const sentence of sentences) await expect.poll(() => item.innerText()).toContain(sentence)
    await page.goto(`${this.#origin}/mail/messages/${id}`)
    for (const sentence of sentences)
      await expect.poll(() => page.locator('body').innerText()).toContain(sentence)
    expect(await page.locator('html').getAttribute('lang')).toBe('id')
    expect(await page.title()).not.toBe('')
    expect(subject).not.toBe('')
  }
}
