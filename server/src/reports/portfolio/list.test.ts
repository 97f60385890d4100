import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn
let stranger: LoggedIn

const borrowers = ['Toko Sari 100%', 'Toko Sari 1000', 'a_b', 'aXb', 'CV \\ Garis', "Dapur D'Ibu"]

beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
  lender = await logIn(fixture, app, { cash: 100_000_000 })
  stranger = await logIn(fixture, app, { cash: 100_000_000 })
  for (const [index, borrowerName] of borrowers.entries()) {
    const loan = await aLoan(fixture.context, { borrowerName, loanNumber: `P/${index}-A` })
    const { fundingId } = await reserveFunding(fixture.context, {
      lenderId: lender.lenderId,
      ...loan,
      amount: 100_000 * (index + 1),
    })
    if (index > 0) await signFunding(fixture.context, fundingId)
  }
  const foreign = await aLoan(fixture.context, { borrowerName: 'Rahasia Orang Lain' })
  await reserveFunding(fixture.context, { lenderId: stranger.lenderId, ...foreign, amount: 500_000 })
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await app.close()
  await fixture.close()
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
  ])('the portfolio name filter %j finds %j, matching every character literally', async (name, expected) => {
    expect(await names({ name })).toEqual(expected)
  })

  test('the portfolio list combines the filters loan number, status and name', async () => {
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

test('DSH-04 portfolio pages hold ten rows by default, newest first, with the count of the filtered rows', async () => {
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

test('ROL-02 POR-07 the portfolio list has only fundings of the lender, and none for a lender without fundings', async () => {
  expect(await names({}, stranger)).toEqual(['Rahasia Orang Lain'])
  const nobody = await logIn(fixture, app)
  expect((await nobody.get('/portfolio')).json).toEqual({
    list: [],
    pagination: { totalData: 0, totalPage: 0, page: 1 },
  })
})

test('POR-05 a funding that awaits its signature can be signed, and a signed one links to its agreement', async () => {
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

describe('export of the filtered list', () => {
  const download = (query: Record<string, string>, who = lender) =>
    who.get(`/portfolio/export?${new URLSearchParams(query).toString()}`)
  const read = (bytes: Buffer): Record<string, string>[] =>
    parse(bytes, { bom: true, columns: true, delimiter: ';', record_delimiter: '\r\n' })

  test('the portfolio export has all rows of the filtered list in its order and none of another lender', async () => {
    const { status, bytes, headers } = await download({ format: 'csv' })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="Portofolio - [0-9]{14}\.csv"$/)
    const lines = read(bytes)
    expect(lines.map((line) => line['Penerima Dana'])).toEqual([...borrowers].reverse())
    expect(lines.map((line) => [line['Jumlah Pendanaan'], line.Status])).toEqual([
      ...[600_000, 500_000, 400_000, 300_000, 200_000].map((amount) => [String(amount), 'Funded']),
      ['100000', 'Menunggu tanda tangan'],
    ])
    expect(read((await download({ format: 'csv', name: 'sari', loanStatus: 'funded' })).bytes)).toHaveLength(
      2,
    )
    expect(read((await download({ format: 'csv', loanStatus: 'LATE' })).bytes)).toEqual([])
    expect(
      read((await download({ format: 'csv' }, stranger)).bytes).map((line) => line['Penerima Dana']),
    ).toEqual(['Rahasia Orang Lain'])
  })

  test('the portfolio export is a workbook on request, and any format other than CSV and XLSX is rejected', async () => {
    const { bytes, headers } = await download({ format: 'xlsx', loanNumber: 'p/2' })
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="Portofolio - [0-9]{14}\.xlsx"$/,
    )
    const { sheets } = await readXlsx(new Uint8Array(bytes))
    expect(sheets[0]?.rows[1]?.slice(0, 6)).toEqual([
      'P/2-A',
      expect.stringMatching(/^FND/),
      'a_b',
      expect.any(String),
      'Funded',
      300_000,
    ])
    expect((await download({ format: 'ods' })).status).toBe(400)
    expect((await download({})).headers.get('content-type')).toMatch(/^text\/csv/)
  })
})
