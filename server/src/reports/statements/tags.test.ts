import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Element, readTags, structureFaults, textOf } from '../../documents/testing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { dayOf, lastDay, lendIn, onDay, pay } from '../../../testing/lent-months.ts'
import { poppler } from '../../../testing/poppler.ts'

const names = ['statement of account', 'confirmation of balances', 'tax of a month', 'tax of a year'] as const

let fixture: Fixture
let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'pematang-tags-'))
const files = new Map<string, { file: string; bytes: Buffer; tags: Element }>()

beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
  const { context } = fixture
  const me = await logIn({ context: onDay(context, dayOf(2, 4)) }, app, { cash: 50_000_000 })
  for (let count = 0; count < 16; count += 1) {
    const { loanNumber } = await lendIn(context, 2, { lenderId: me.lenderId })
    await pay(context, loanNumber, { amount: 112_000, recordedOn: dayOf(1, 10), paidOn: dayOf(1, 8) })
  }
  const paths: Record<(typeof names)[number], string> = {
    'statement of account': `/statements/account?from=${dayOf(2, 1)}&to=${lastDay(1)}&format=pdf`,
    'confirmation of balances': `/statements/confirmations/file?number=${await confirmation(me)}`,
    'tax of a month': `/tax/statement?period=${dayOf(1, 1).slice(0, 7)}&format=pdf`,
    'tax of a year': `/tax/summary?year=${dayOf(1, 1).slice(0, 4)}&format=pdf`,
  }
  for (const [name, path] of Object.entries(paths)) {
    const { status, bytes } = await me.get(path)
    expect([name, status]).toEqual([name, 200])
    const file = join(folder, `${name.replaceAll(' ', '-')}.pdf`)
    writeFileSync(file, bytes)
    files.set(name, { file, bytes, tags: readTags(file) })
  }
})
afterAll(async () => {
  expect((await fixture.books()).filter(({ invariant }) => invariant !== 'I33e')).toEqual([])
  await app.close()
  await fixture.close()
  rmSync(folder, { recursive: true, force: true })
})

async function confirmation(me: LoggedIn): Promise<string> {
  const { status, json } = await me.post('/statements/confirmations', {
    on: addDays(businessDateOf(new Date()), -1),
  })
  expect(status).toBe(200)
  return String(json.number)
}

const found = (name: string) => {
  const it = files.get(name)
  if (!it) throw new Error(`${name} was not made`)
  return it
}
const every = (element: Element): Element[] => [element, ...element.children.flatMap(every)]
const all = (name: string, ...tags: string[]) =>
  every(found(name).tags).filter(({ tag }) => tags.includes(tag))

describe.each(names)('STM-07 the %s gives a screen reader', (name) => {
  test('STM-07 the PDF of a statement has its language, its title and a tag for everything that is painted', async () => {
    expect(await structureFaults(found(name).bytes)).toEqual([])
    const info = poppler('pdfinfo', found(name).file)
    expect(info).toMatch(/^Tagged: +yes$/m)
    expect(info).toMatch(/^Title: +\S/m)
  })

  test('STM-07 the PDF of a statement has one main heading first, and skips no heading level', () => {
    const headings = all(name, 'H1', 'H2', 'H3').map(({ tag }) => tag)
    expect([headings[0], headings.filter((tag) => tag === 'H1').length]).toEqual(['H1', 1])
    expect(headings).not.toContain('H3')
  })

  test('STM-07 every cell of a table in the PDF of a statement has a heading for its column or row', () => {
    const tables = all(name, 'Table')
    expect(tables.length).toBeGreaterThan(0)
    for (const table of tables) {
      expect(new Set(table.children.map(({ tag }) => tag))).toEqual(new Set(['TR']))
      const [first] = table.children
      const heads = first?.children.filter(({ tag }) => tag === 'TH') ?? []
      const ofColumns =
        heads.every(({ scope }) => scope === 'Column') && heads.length === first?.children.length
      for (const row of table.children) {
        const kinds = row.children.map(({ tag, scope }) => `${tag} ${scope ?? ''}`.trim())
        if (ofColumns) expect(kinds).toHaveLength(heads.length)
        else expect(kinds[0]).toBe('TH Row')
        expect(row.children.filter(({ tag, scope }) => tag === 'TH' && scope === undefined)).toEqual([])
      }
      // A screen reader announces columns from the only heading row, also on a page that begins within the table.
      if (ofColumns)
        expect(
          table.children.slice(1).filter(({ children }) => children.every(({ tag }) => tag === 'TH')),
        ).toEqual([])
    }
  })

  test('STM-07 the tags of a statement’s PDF have the texts in the order of the pages', () => {
    const shown = poppler('pdftotext', '-layout', found(name).file, '-').replace(/\s+/g, '')
    let at = 0
    for (const element of all(name, 'H1', 'H2', 'TR')) {
      const text = textOf(element.tag === 'TR' ? (element.children[0] ?? element) : element).replace(
        /\s+/g,
        '',
      )
      const next = shown.indexOf(text, at)
      expect([text, next >= at]).toEqual([text, true])
      at = next
    }
  })
})
