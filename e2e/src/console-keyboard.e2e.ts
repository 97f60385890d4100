import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { tabTo } from './account-screens.ts'
import { expectState, find, mainMenu } from './console-screens.ts'
import { journey, useBrowser, useProduct } from './journey.ts'
import { expectText } from './screens.ts'
import { StaffMember } from './staff-member.ts'

// Its rules are of no other journey.
useProduct({})
useBrowser()

/** Presses Tab through the whole page: each stop is seen, and comes after the one before as it does in the page. */
async function expectTabOrder(page: Page): Promise<void> {
  // From the top, wherever the focus was; what the last look marked may still stand.
  await page.evaluate(() => {
    document.querySelector('[data-stop-here]')?.removeAttribute('data-stop-here')
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  const stops = await page.locator('a[href], button:not(:disabled), input, select, textarea').count()
  for (let stop = 0; stop < stops + 5; stop += 1) {
    await page.keyboard.press('Tab')
    const said = await page.evaluate(() => {
      const now = document.activeElement
      if (!(now instanceof HTMLElement) || now === document.body) return 'out'
      const before = document.querySelector('[data-stop-here]')
      const box = now.getBoundingClientRect()
      const name = `${now.tagName} ${now.textContent?.slice(0, 40)}`
      if (before && !(before.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING))
        return `back: ${name}`
      before?.removeAttribute('data-stop-here')
      now.setAttribute('data-stop-here', '')
      if (box.width === 0 || box.height === 0) return `unseen: ${name}`
      // The box of a field has the ring of the field in it.
      const marked = now.closest('[class*="focus-within:ring"]') ?? now
      const { outlineStyle, boxShadow } = getComputedStyle(marked)
      return outlineStyle === 'none' && boxShadow === 'none' ? `unmarked: ${name}` : 'good'
    })
    if (said === 'out') {
      expect(stop).toBeGreaterThan(7)
      return
    }
    expect(said, `stop ${stop}`).toBe('good')
  }
  throw new Error('Tab never leaves the page')
}

/** Goes to a field by Tab and types into it. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label))
  await page.keyboard.insertText(text)
}

async function logIn(person: StaffMember): Promise<void> {
  const { page } = person
  await page.context().clearCookies()
  person.watch.expect(/^answer 401: /)
  await person.goto('/')
  await tabTo(page, page.getByRole('button', { name: 'Masuk dengan passkey' }))
  await page.keyboard.press('Enter')
  await mainMenu(page).waitFor()
  await expectText(page.locator('main'), 'Hari ini')
}

journey(
  'CON-10 from the login through Hari ini, search and an action to a proposal and its decision by keyboard alone, with every stop of Tab in order and seen',
  async (fixture) => {
    const number = randomInt(1_000, 10_000)
    const maker = await StaffMember.hire(fixture, `Rina Wulandari ${number}`, ['LOOK', 'WORK'])
    const decider = await StaffMember.hire(fixture, `Budi Santoso ${number}`, ['LOOK', 'DECIDE'])
    await fixture.operator.run([
      ...['approvals', 'set', '--operation', 'changeContact', '--deciders', '1', '--reason', 'e2e'],
    ])
    const lender = await fixture.makeLender({ cash: 0 })

    await logIn(maker)
    const { page } = maker
    await expectTabOrder(page)
    await find(maker, lender.phone, new RegExp(lender.name))
    await page.getByRole('heading', { level: 1, name: lender.name }).waitFor()
    const title = 'Ubah nomor telepon atau e-mail'
    await tabTo(page, page.getByRole('link', { name: title, exact: true }).first())
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expectTabOrder(page)
    await type(page, 'E-mail baru', 'papan.ketik@contoh.example')
    await type(page, 'Alasan, dan', '<b>KTP</b> diperiksa')
    await tabTo(page, page.getByRole('button', { name: 'Periksa' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expectText(dialog, 'papan.ketik@contoh.example')
    await tabTo(page, dialog.getByRole('button', { name: 'Ajukan usulan' }))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/persetujuan\/\d+$/)
    await expectState(maker, 'Menunggu')
    // What was typed is text, whatever it looks like.
    await expectText(page.locator('main'), '<b>KTP</b> diperiksa')
    const proposal = page.url().split('/').at(-1) ?? ''

    await logIn(decider)
    const other = decider.page
    await tabTo(other, mainMenu(other).getByRole('link', { name: /^Persetujuan/ }))
    await other.keyboard.press('Enter')
    await tabTo(other, other.getByRole('link', { name: new RegExp(`^${proposal}\\b`) }))
    await other.keyboard.press('Enter')
    await other.waitForURL(new RegExp(`/persetujuan/${proposal}$`))
    await expectText(other.locator('main'), '<b>KTP</b> diperiksa')
    await expectTabOrder(other)
    await tabTo(other, other.getByRole('button', { name: 'Setujui', exact: true }))
    await other.keyboard.press('Enter')
    const confirmed = other.getByRole('dialog')
    await expectText(confirmed, 'papan.ketik@contoh.example')
    await tabTo(other, confirmed.getByRole('button', { name: 'Setujui dengan passkey' }))
    await other.keyboard.press('Enter')
    await confirmed.waitFor({ state: 'detached' })
    await expectState(decider, 'Dilakukan')
  },
)
