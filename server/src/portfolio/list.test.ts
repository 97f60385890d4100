import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LoggedIn, logIn, startApp, type TestApp } from '../testing/http.ts'
import { aLoan, reserveFunding, signFunding } from '../testing/people.ts'
import { makeWorld, type World } from '../testing/world.ts'

let world: World
let app: TestApp
let lender: LoggedIn
let stranger: LoggedIn

const borrowers = ['Toko Sari 100%', 'Toko Sari 1000', 'a_b', 'aXb', 'CV \\ Garis', "Dapur D'Ibu"]

beforeAll(async () => {
  world = await makeWorld()
  app = await startApp(world)
  lender = await logIn(world, app, { cash: 100_000_000 })
  stranger = await logIn(world, app, { cash: 100_000_000 })
  for (const [index, borrowerName] of borrowers.entries()) {
    const loan = await aLoan(world.context, { borrowerName, loanNumber: `P/${index}-A` })
    const { fundingId } = await reserveFunding(world.context, {
      lenderId: lender.lenderId,
      ...loan,
      amount: 100_000 * (index + 1),
    })
    if (index > 0) await signFunding(world.context, fundingId)
  }
  const foreign = await aLoan(world.context, { borrowerName: 'Rahasia Orang Lain' })
  await reserveFunding(world.context, { lenderId: stranger.lenderId, ...foreign, amount: 500_000 })
})
afterAll(async () => {
  expect(await world.books()).toEqual([])
  await app.close()
  await world.close()
})

const names = async (query: Record<string, string>, who = lender): Promise<string[]> => {
  const { status, json } = await who.get(`/portfolio?${new URLSearchParams(query).toString()}`)
  expect(status).toBe(200)
  return json.list.map((item: { borrowerName: string }) => item.borrowerName)
}

describe('POR-01 filters', () => {
  test.each<[string, string[]]>([
    ['toko', ['Toko Sari 1000', 'Toko Sari 100%']],
    ['  SARI ', ['Toko Sari 1000', 'Toko Sari 100%']],
    ['100%', ['Toko Sari 100%']],
    ['%', ['Toko Sari 100%']],
    ['_', ['a_b']],
    ['a_b', ['a_b']],
    ['\\', ['CV \\ Garis']],
    ["'", ["Dapur D'Ibu"]],
    ["' or 1=1 --", []],
    ['Rahasia', []],
    ['', [...borrowers].reverse()],
  ])('the name %j finds %j: every sign is meant as it is written', async (name, expected) => {
    expect(await names({ name })).toEqual(expected)
  })

  test('by loan number and by status, together with the name', async () => {
    expect(await names({ loanNumber: 'p/2' })).toEqual(['a_b'])
    expect(await names({ loanNumber: 'P/', name: 'x' })).toEqual(['aXb'])
    expect(await names({ loanStatus: 'FUNDED' })).toHaveLength(6)
    expect(await names({ loanStatus: '' })).toHaveLength(6)
    expect(await names({ loanStatus: 'ACTIVE' })).toEqual([])
    expect(await names({ loanStatus: 'LATE' })).toEqual([])
    expect(await names({ loanStatus: 'Funded' })).toHaveLength(6)
    expect(await names({ loanStatus: 'late' })).toEqual([])
  })
})

test('DSH-04 pages of ten unless asked otherwise, newest first, with the count of the filter', async () => {
  const first = (await lender.get('/portfolio?limit=4&page=1')).json
  const second = (await lender.get('/portfolio?limit=4&page=2')).json
  expect(first.pagination).toEqual({ totalData: 6, totalPage: 2, page: 1 })
  expect([first.list.length, second.list.length]).toEqual([4, 2])
  expect([first.list[0].lastPage, second.list[0].lastPage]).toEqual([false, true])
  const all = [...first.list, ...second.list].map((item: { borrowerName: string }) => item.borrowerName)
  expect(all).toEqual([...borrowers].reverse())
  const beyond = (await lender.get('/portfolio?limit=4&page=9')).json
  expect(beyond).toMatchObject({ list: [], pagination: { totalData: 6, totalPage: 2, page: 9 } })
})

test('ROL-02 POR-07 each lender has only the own fundings; with none the list is empty', async () => {
  expect(await names({}, stranger)).toEqual(['Rahasia Orang Lain'])
  const nobody = await logIn(world, app)
  expect((await nobody.get('/portfolio')).json).toEqual({
    list: [],
    pagination: { totalData: 0, totalPage: 0, page: 1 },
  })
})

test('POR-05 a funding that waits can be signed, a signed one has its agreement', async () => {
  const { list } = (await lender.get('/portfolio')).json
  const [signed, waiting] = [list[0], list.at(-1)]
  expect(waiting).toMatchObject({ isSigned: false, lenderAgreementUrl: null, signCoordinatePage: 4 })
  expect(Date.parse(waiting.signBefore)).toBeGreaterThan(Date.now())
  expect(signed).toMatchObject({ isSigned: true, docTokenUrl: null, dgsignType: 'PRIVY' })
  expect(signed.lenderAgreementUrl).toMatch(/^\/documents\/[\w-]{22}\.pdf$/)
  expect((await lender.post('/documents/download', { document_url: signed.lenderAgreementUrl })).status).toBe(
    200,
  )
  expect(
    (await stranger.post('/documents/download', { document_url: signed.lenderAgreementUrl })).status,
  ).toBe(404)
})
