import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'
import { groupThousands } from '@pematang/contract/format/index'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aLender } from '../../../testing/people.ts'
import { creditTopUp } from '../../cash/index.ts'
import { readPdf, structureFaults } from '../../documents/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { poppler } from '../../../testing/poppler.ts'
import { exportAccount } from './export-account.ts'
import { mostTold } from './statement-pdf.ts'
import { dayOf, onDay, operator } from '../../../testing/lent-months.ts'

const folder = mkdtempSync(join(tmpdir(), 'pematang-long-'))
let fixture: Fixture
let lenderId: number
/** The amounts of the top-ups in order, each one rupiah higher, so that every balance is different. */
const amounts = Array.from({ length: mostTold }, (_, place) => 10_001 + place)
const [first, last] = [dayOf(3, 1), addDays(dayOf(3, 1), 49)]
const perDay = mostTold / 50

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'thousands of top-ups, which meet faults in their own tests' })
  ;({ lenderId } = await aLender(onDay(fixture.context, first)))
  for (const [place, amount] of amounts.entries())
    await topUp(addDays(first, Math.floor(place / perDay)), { place, amount })
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(async () => {
  await fixture.close()
  rmSync(folder, { recursive: true, force: true })
})

const topUp = (on: BusinessDate, { place, amount }: { place: number; amount: number }) =>
  perform(onDay(fixture.context, on), creditTopUp, {
    actor: operator,
    input: { bank: 'BNI', paymentRequestId: `long-${place}`, lenderId, amount, reason: 'test' },
  })

async function pdf(): Promise<Buffer> {
  const { bytes } = await exportAccount(
    fixture.context,
    lenderId,
    { from: first, to: last, format: 'pdf' },
    {},
  )
  if (!Buffer.isBuffer(bytes)) throw new Error('a PDF is not streamed')
  return bytes
}

const money = (amount: number) => groupThousands(String(amount))
const total = amounts.reduce((sum, amount) => sum + amount, 0)
const countOf = (text: string, part: string) => text.split(part).length - 1

/** Asserts that every page shows its number and the page count. */
function expectNumbered(pages: { text: string }[]): void {
  for (const [place, { text }] of pages.entries())
    expect(text).toContain(`Halaman ${place + 1}/${pages.length}`)
}

describe('STM-02 the PDF of a statement with thousands of movements', () => {
  test('STM-02 a PDF statement of thousands of movements lists each with its running balance, and has correct pages, sums and tags', async () => {
    const bytes = await pdf()
    const pages = await readPdf(bytes)
    expect(pages.length).toBeGreaterThan(50)
    expectNumbered(pages)
    const text = pages.map((page) => page.text).join('\n')
    let balance = 0
    for (const amount of amounts) {
      balance += amount
      expect(text).toContain(money(balance))
    }
    const end = pages
      .slice(-2)
      .map((page) => page.text)
      .join('\n')
    expect(end).toContain(money(total - (amounts.at(-1) ?? 0)))
    expect(end).toContain('Saldo akhir')
    // The closing balance appears in the sums of the first page, next to the last movement, and at the end.
    expect(countOf(pages[0]?.text ?? '', money(total))).toBeGreaterThanOrEqual(2)
    expect(countOf(end, money(total))).toBe(2)
    expect(await structureFaults(bytes)).toEqual([])
    expect(bytes.length).toBeLessThan(2_000_000)
  })

  test('STM-07 pdfsig validates the signature over the whole file of a long statement', async () => {
    const file = join(folder, 'long.pdf')
    writeFileSync(file, await pdf())
    const report = poppler('pdfsig', '-nocert', file)
    expect(report).toContain('Signature is Valid')
    expect(report).toContain('Total document signed')
  })

  test('STM-02 the memory of a long statement is released', async () => {
    await pdf()
    const before = process.memoryUsage().rss
    for (let i = 0; i < 3; i += 1) await pdf()
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
  })

  test('STM-02 a statement with more movements than the maximum lists sums and closing balances by day', async () => {
    await topUp(last, { place: mostTold, amount: 500_000 })
    const bytes = await pdf()
    const pages = await readPdf(bytes)
    expectNumbered(pages)
    expect(pages.length).toBeLessThan(10)
    const text = pages.map((page) => page.text).join('\n')
    expect(text).toContain('jadi di sini dijumlahkan per hari')
    let balance = 0
    for (let day = 0; day < 50; day += 1) {
      balance += amounts.slice(day * perDay, (day + 1) * perDay).reduce((sum, amount) => sum + amount, 0)
      expect(text).toContain(money(day < 49 ? balance : balance + 500_000))
    }
    expect(await structureFaults(bytes)).toEqual([])
  })
})
