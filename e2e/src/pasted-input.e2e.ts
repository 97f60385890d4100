import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey, useBrowser } from './journey.ts'
import {
  amountField,
  expectPath,
  logIn,
  passwordField,
  phoneField,
  pickLoan,
  sentenceUnder,
} from './screens.ts'

useBrowser()

const unreadTyped = 'Jumlah ini tidak terbaca. Ketik rupiah utuh, misalnya 150.000.'
const unread = 'Jumlah yang ditempel tidak terbaca. Ketik rupiah utuh, misalnya 150.000.'

/** Pastes into a field over its content, as the browser does with Ctrl+V. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    if (!input.dispatchEvent(event)) return
    // No handler prevented the event, so the browser inserts the text.
    const box = input as HTMLInputElement
    box.setRangeText(pasted, box.selectionStart ?? 0, box.selectionEnd ?? 0, 'end')
    box.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }, text)
}

/** Drops a dragged text into a field; without a handler the browser inserts it at the caret. */
async function drop(field: Locator, text: string): Promise<void> {
  await field.evaluate((input, dropped) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text', dropped)
    const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    if (!input.dispatchEvent(event)) return
    const box = input as HTMLInputElement
    box.setRangeText(dropped, 0, box.value.length, 'end')
    box.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }, text)
}

/** Types digits as an input method does: each press replaces the composed text, which is committed at the end. */
async function compose(page: Page, digits: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  for (let end = 1; end <= digits.length; end += 1)
    await devtools.send('Input.imeSetComposition', {
      text: digits.slice(0, end),
      selectionStart: end,
      selectionEnd: end,
    })
  await devtools.send('Input.insertText', { text: digits })
}

journey(
  'SCN-02 SCR-12 a typed, composed, pasted or dropped amount is parsed with either kind of separators, or refused with a message',
  async (fixture) => {
    const loan = await fixture.makeLoan({ total: 7_500_000, minimum: 100_000 })
    const { page } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender({ cash: 10_000_000 }), '/marketplace/list')
    const dialog = await pickLoan(page, loan)
    const field = amountField(dialog)
    const next = dialog.getByRole('button', { name: 'Selanjutnya' })
    for (const text of [
      '150000',
      '150.000',
      'Rp 150.000,00',
      'Rp. 150.000,-',
      '\u202a150.000\u202c',
      '150,000.00',
      '150000.00',
      ' IDR 150 000',
    ]) {
      await paste(field, text)
      await expect.poll(() => field.inputValue(), { message: text }).toBe('150.000')
      await expect.poll(() => next.isEnabled(), { message: text }).toBe(true)
    }
    for (const text of ['150000.50', '1,5', '-150000', '9007199254740992', 'lima juta']) {
      await paste(field, '150000')
      await expect.poll(() => field.inputValue()).toBe('150.000')
      await paste(field, text)
      await expect.poll(() => sentenceUnder(field), { message: text }).toBe(unread)
      await expect.poll(() => field.inputValue(), { message: text }).toBe('')
      await expect.poll(() => next.isDisabled(), { message: text }).toBe(true)
    }
    await drop(field, 'Rp 200.000,00')
    await expect.poll(() => field.inputValue()).toBe('200.000')
    await drop(field, '150000.50')
    await expect.poll(() => sentenceUnder(field)).toBe(unread)
    await expect.poll(() => field.inputValue()).toBe('')
    await field.fill('')
    await field.pressSequentially('150000.50')
    await field.blur()
    await expect.poll(() => sentenceUnder(field)).toBe(unreadTyped)
    await expect.poll(() => next.isDisabled()).toBe(true)
    await field.fill('')
    await field.pressSequentially('1.500.000,00')
    await expect.poll(() => field.inputValue()).toBe('1.500.000,')
    await field.blur()
    await expect.poll(() => field.inputValue()).toBe('1.500.000')
    // A person who mends the middle of the amount goes on where they were.
    await field.press('Home')
    await field.press('ArrowRight')
    await field.pressSequentially('23')
    await expect.poll(() => field.inputValue()).toBe('123.500.000')
    await expect.poll(() => field.evaluate((input) => (input as HTMLInputElement).selectionStart)).toBe(3)
    // Dictation and the suggestions of a keyboard put in a whole text at once.
    for (const [text, value] of [
      ['Rp 1.500.000,-', '1.500.000'],
      ['1e9', ''],
      ['1,5 juta', ''],
    ] as const) {
      await field.fill('')
      await page.keyboard.insertText(text)
      await expect.poll(() => field.inputValue(), { message: text }).toBe(value)
      if (value === '') await expect.poll(() => sentenceUnder(field), { message: text }).toBe(unread)
    }
    await field.fill('')
    await compose(page, '1500000')
    await expect.poll(() => field.inputValue()).toBe('1.500.000')
    await field.fill('')
    await field.pressSequentially('0100000')
    await expect.poll(() => field.inputValue()).toBe('100.000')
    await expect.poll(() => sentenceUnder(field)).not.toBe(unread)
  },
)

journey(
  'SCN-03 SCR-12 a phone number pasted with country code and marks of direction, or typed with a leading zero or a country code, logs in',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page } = await fixture.openWindow()
    await page.goto('/lender/')
    await paste(
      phoneField(page),
      `\u202a+62 ${lender.phone.slice(0, 3)}-${lender.phone.slice(3, 7)} ${lender.phone.slice(7)}\u202c `,
    )
    await passwordField(page).focus()
    await expect.poll(() => phoneField(page).inputValue()).toBe(lender.phone)
    await phoneField(page).fill(`+62 ${lender.phone.slice(0, 3)}-${lender.phone.slice(3)} `)
    await passwordField(page).focus()
    await expect.poll(() => phoneField(page).inputValue()).toBe(lender.phone)
    await phoneField(page).fill(`0${lender.phone}`)
    await passwordField(page).fill(lender.password)
    await page.getByRole('button', { name: 'Masuk' }).click()
    await expectPath(page, '/dashboard/porto')
  },
)
