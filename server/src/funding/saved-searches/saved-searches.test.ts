import { mostSavedSearches } from '@pematang/contract/funding/saved-searches/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn
let other: LoggedIn

beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
})
beforeEach(async () => {
  lender = await logIn(fixture, app)
  other = await logIn(fixture, app)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const save = (name: unknown, filters: unknown = { tenorTo: '6' }, by = lender) =>
  by.post('/saved-searches', { name, filters })
const change = (body: unknown, by = lender) =>
  app.call('PUT', '/saved-searches', body, { token: by.user.token })
const remove = (id: string, by = lender) =>
  app.call('DELETE', `/saved-searches?savedSearchId=${id}`, undefined, { token: by.user.token })
const names = async (by = lender) =>
  (await by.get('/saved-searches')).json.list.map(({ name }: { name: string }) => name)

describe('saving a search', () => {
  test('CHO-03 a saved search stores the filters as sent, and searches are listed by name', async () => {
    const filters = { sort: 'interest', grade: 'A,-', tenorFrom: '3', tenorPeriodId: '3', notMine: 'true' }
    await save('Tenor pendek')
    const { status, json } = await save('  Bunga tinggi ', { ...filters, leftFrom: '' })
    expect(status).toBe(200)
    expect(json).toMatchObject({ name: 'Bunga tinggi', filters })
    const { list } = (await lender.get('/saved-searches')).json
    expect(list.map(({ name }: { name: string }) => name)).toEqual(['Bunga tinggi', 'Tenor pendek'])
    expect(list[0]).toEqual(json)
  })

  test('CHO-03 saving a search again with the same name and filters, also concurrently, returns the same search', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => save('Pekanan', { tenorPeriodId: '2' })),
    )
    const ids = new Set(answers.map(({ json }) => json.savedSearchId))
    expect([answers.map(({ status }) => status), ids.size]).toEqual([Array(5).fill(200), 1])
  })

  test('CHO-03 saving a search is refused when its name, ignoring case, is used for other filters', async () => {
    await save('Pekanan', { tenorPeriodId: '2' })
    const { status, json } = await save('PEKANAN', { tenorPeriodId: '1' })
    expect([status, json.code]).toEqual([409, 'SAVED_SEARCH_NAME_TAKEN'])
    expect((await save('Pekanan', { tenorPeriodId: '1' }, other)).status).toBe(200)
  })

  test('CHO-03 a lender can save at most 20 searches, also when they are sent concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: mostSavedSearches + 3 }, (_, index) => save(`Pencarian ${index}`)),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ json }) => json.code)).toEqual(Array(3).fill('SAVED_SEARCHES_FULL'))
    expect(await names()).toHaveLength(mostSavedSearches)
  })

  test.each([
    ['an empty name', '   ', { tenorTo: '6' }, 'Nama pencarian harus terdiri dari 1 sampai 60 karakter.'],
    ['a name of 61 characters', 'a'.repeat(61), { tenorTo: '6' }, 'Nama pencarian harus terdiri dari'],
    ['contradicting filters', 'A', { interestFrom: '0.2', interestTo: '0.1' }, 'Bunga terendah tidak boleh'],
    ['an unknown sort', 'A', { sort: 'cheapest' }, 'Urutan ini tidak dikenal.'],
    ['no filter at all', 'A', { tenor: '', notMine: 'false' }, 'Pilih paling sedikit satu filter'],
    ['an unknown filter', 'A', { tenorTo: '6', colour: 'red' }, 'Data yang dikirim tidak sesuai.'],
    ['a cursor', 'A', { tenorTo: '6', cursor: 'x' }, 'Data yang dikirim tidak sesuai.'],
  ])('CHO-03 saving a search with %s is refused with a message', async (_, name, filters, sentence) => {
    const { status, json } = await save(name, filters)
    expect([status, json.code]).toEqual([400, 'INPUT_INVALID'])
    expect(json.message).toContain(sentence)
    expect(await names()).toEqual([])
  })
})

describe('changing and deleting a saved search', () => {
  test('CHO-03 renaming a search keeps its filters unless others are sent', async () => {
    const { savedSearchId } = (await save('Lama')).json
    const renamed = await change({ savedSearchId, name: 'Baru' })
    expect(renamed.json).toMatchObject({ savedSearchId, name: 'Baru', filters: { tenorTo: '6' } })
    const changed = await change({ savedSearchId, name: 'Baru', filters: { grade: 'A' } })
    expect(changed.json.filters).toEqual({ grade: 'A' })
    await save('Lain')
    const taken = await change({ savedSearchId, name: 'lain' })
    expect([taken.status, taken.json.code]).toEqual([409, 'SAVED_SEARCH_NAME_TAKEN'])
    expect(await names()).toEqual(['Baru', 'Lain'])
  })

  test('CHO-03 a saved search of another lender is answered as not found', async () => {
    const { savedSearchId } = (await save('Milik saya')).json
    for (const answer of [
      await change({ savedSearchId, name: 'Diambil' }, other),
      await remove(savedSearchId, other),
    ])
      expect([answer.status, answer.json.code]).toEqual([404, 'SAVED_SEARCH_NOT_FOUND'])
    expect([await names(), await names(other)]).toEqual([['Milik saya'], []])
  })

  test('CHO-03 a saved search can be deleted once, and then is not found', async () => {
    const { savedSearchId } = (await save('Sekali')).json
    expect((await remove(savedSearchId)).json).toEqual({ message: 'success' })
    expect((await remove(savedSearchId)).status).toBe(404)
    expect(await names()).toEqual([])
  })
})
