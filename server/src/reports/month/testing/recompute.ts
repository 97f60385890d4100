import type { BusinessDate } from '@pematang/contract/format/business-date'
import type pg from 'pg'

// The figures of a month by a program of its own: it reads whole tables as they are just after the month was closed, and
// adds them up in TypeScript. It shares no statement with the report.

type Row = Record<string, string | null>

/** Sums and counts by a key of text. */
export type Tally = Record<string, number>

const add = (tally: Tally, key: string, value: number): void => {
  tally[key] = (tally[key] ?? 0) + value
}

async function tables(client: pg.ClientBase) {
  const read = async (name: string): Promise<Row[]> => {
    const { rows } = await client.query<{ row: Row }>(
      `select jsonb_object_agg(key, value) as row from (select to_jsonb(t) as all, row_number() over () as n from ${name} t) r,
         jsonb_each_text(r.all) group by n`,
    )
    return rows.map(({ row }) => row)
  }
  return {
    services: await read('loan_servicing'),
    payments: await read('loan_payment'),
    shares: await read('lender_repayment'),
    fundings: await read('funding'),
    loans: await read('loan'),
    types: await read('loan_type'),
    lenders: await read('lender'),
    classes: await read('lender_class'),
    lenderFacts: await read('lender_facts'),
    loanFacts: await read('loan_facts'),
    writeOffs: await read('write_off'),
    restructurings: await read('restructuring'),
  }
}

const text = (row: Row | undefined, column: string): string => row?.[column] ?? ''
const num = (row: Row | undefined, column: string): number => Number(row?.[column] ?? 0)
const newest = (rows: Row[], key: string, id: string): Row | undefined =>
  rows.filter((row) => row[key] === id).toSorted((a, b) => num(b, 'version') - num(a, 'version'))[0]
const jakartaDay = (at: string): string => new Date(Date.parse(at) + 7 * 3_600_000).toISOString().slice(0, 10)

const bandOf = (birthYear: string, day: BusinessDate): string => {
  if (birthYear === '') return ''
  const age = Number(day.slice(0, 4)) - Number(birthYear)
  if (age < 19) return '<19'
  if (age <= 34) return '19-34'
  return age <= 54 ? '35-54' : '>54'
}

/** The figures at the end of a day, from the tables as they are now; keys are `dimension/value`. */
export async function recompute(client: pg.ClientBase, first: BusinessDate, last: BusinessDate) {
  const all = await tables(client)
  const dated = all.payments.filter((row) => text(row, 'paid_on') <= last)
  const writeOffs = all.writeOffs.filter((row) => text(row, 'written_off_on') <= last)
  const services = all.services.filter((row) => text(row, 'disbursed_on') <= last)
  const loanOf = new Map(all.loans.map((row) => [text(row, 'id'), row]))
  const outstanding = new Map<string, number>()
  for (const service of services) {
    const id = text(service, 'loan_id')
    const paid = dated
      .filter((row) => row['loan_id'] === id)
      .reduce((sum, row) => sum + num(row, 'principal'), 0)
    const left = num(service, 'principal') - paid
    if (left > 0 && !writeOffs.some((row) => row['loan_id'] === id)) outstanding.set(id, left)
  }
  const groups: Tally = {}
  for (const [id, left] of outstanding) {
    const facts = newest(all.loanFacts, 'loan_id', id)
    const type = all.types.find((row) => row['id'] === loanOf.get(id)?.['loan_type_id'])
    for (const key of [
      'TOTAL/',
      `LOAN_TYPE/${text(type, 'name')}`,
      `SECTOR/${text(facts, 'sector')}`,
      `PROVINCE/${text(facts, 'province')}`,
    ])
      add(groups, key, left)
  }
  const datedIds = new Set(dated.map((row) => row['id']))
  const lenderOwed = new Map<string, number>()
  for (const funding of all.fundings) {
    if (funding['state'] !== 'SETTLED' || !outstanding.has(text(funding, 'loan_id'))) continue
    const back = all.shares
      .filter((row) => row['funding_id'] === funding['id'] && datedIds.has(row['payment_id'] ?? null))
      .reduce((sum, row) => sum + num(row, 'principal'), 0)
    const lender = text(funding, 'lender_id')
    lenderOwed.set(lender, (lenderOwed.get(lender) ?? 0) + num(funding, 'amount') - back)
  }
  const lenders: Tally = {}
  for (const lender of all.lenders) {
    const registered = jakartaDay(text(lender, 'created_at'))
    if (registered > last) continue
    const id = text(lender, 'id')
    const facts = newest(all.lenderFacts, 'lender_id', id)
    const owed = lenderOwed.get(id) ?? 0
    count(lenders, owed, registered >= first, [
      'TOTAL/',
      `KIND/${text(newest(all.classes, 'lender_id', id), 'kind')}`,
      `SEX/${text(facts, 'sex')}`,
      `AGE/${bandOf(text(facts, 'birth_year'), last)}`,
      `PROVINCE/${text(facts, 'province')}`,
    ])
  }
  const borrowers: Tally = {}
  for (const [borrower, theirs] of Map.groupBy(services, (row) =>
    text(loanOf.get(text(row, 'loan_id')), 'borrower_id'),
  )) {
    const facts: Row[] = all.loans
      .filter((row) => row['borrower_id'] === borrower)
      .flatMap((row) => {
        const told = newest(all.loanFacts, 'loan_id', text(row, 'id'))
        return told ? [told] : []
      })
      .toSorted(
        (a, b) =>
          Date.parse(text(b, 'kept_at')) - Date.parse(text(a, 'kept_at')) ||
          num(b, 'loan_id') - num(a, 'loan_id'),
      )
    const told = (column: string) => facts.map((row) => text(row, column)).find((value) => value !== '') ?? ''
    const owed = theirs.reduce((sum, row) => sum + (outstanding.get(text(row, 'loan_id')) ?? 0), 0)
    const since = theirs.map((row) => text(row, 'disbursed_on')).toSorted()[0] ?? ''
    count(borrowers, owed, since >= first, [
      'TOTAL/',
      `KIND/${told('borrower_kind')}`,
      `SEX/${told('borrower_sex')}`,
      `AGE/${bandOf(told('borrower_birth_year'), last)}`,
      `PROVINCE/${told('province')}`,
    ])
  }
  const flows = {
    month: flowsFrom(first, { services, dated, writeOffs, payments: all.payments }),
    all: flowsFrom('', { services, dated, writeOffs, payments: all.payments }),
  }
  const rate = rateOf(all, outstanding, last)
  return { groups, lenders, borrowers, flows, rate }
}

/** The average yearly rate in percent, weighed by what is unpaid. */
function rateOf(
  all: Awaited<ReturnType<typeof tables>>,
  outstanding: ReadonlyMap<string, number>,
  last: BusinessDate,
): number | null {
  let weighed = 0
  let weight = 0
  for (const [id, left] of outstanding) {
    const changed = newest(
      all.restructurings.filter((row) => text(row, 'agreed_on') <= last),
      'loan_id',
      id,
    )
    weighed += left * num(changed ?? all.loans.find((row) => row['id'] === id), 'interest')
    weight += left
  }
  return weight === 0 ? null : (weighed / weight) * 100
}

function count(tally: Tally, owed: number, isNew: boolean, keys: readonly string[]): void {
  for (const key of keys) {
    add(tally, `${key}/all`, 1)
    add(tally, `${key}/active`, owed > 0 ? 1 : 0)
    add(tally, `${key}/fresh`, isNew ? 1 : 0)
    add(tally, `${key}/owed`, owed)
  }
}

type Dated = { services: Row[]; dated: Row[]; writeOffs: Row[]; payments: Row[] }

function flowsFrom(from: string, { services, dated, writeOffs, payments }: Dated): Tally {
  const flows: Tally = {
    disbursed: 0,
    principal: 0,
    interest: 0,
    penalty: 0,
    fee: 0,
    writtenOff: 0,
    recovered: 0,
  }
  for (const row of services)
    if (text(row, 'disbursed_on') >= from) add(flows, 'disbursed', num(row, 'principal'))
  for (const row of writeOffs)
    if (text(row, 'written_off_on') >= from) add(flows, 'writtenOff', num(row, 'principal'))
  for (const row of dated) {
    if (text(row, 'paid_on') < from) continue
    const origin = payments.find(({ id }) => id === row['reverses']) ?? row
    const gone = writeOffs.find((one) => one['loan_id'] === row['loan_id'])
    const day = text(gone, 'written_off_on')
    const recovers =
      gone !== undefined &&
      (text(row, 'paid_on') > day ||
        (text(row, 'paid_on') === day &&
          Date.parse(text(origin, 'created_at')) >= Date.parse(text(gone, 'created_at'))))
    for (const part of ['principal', 'interest', 'penalty', 'fee'])
      add(flows, recovers ? 'recovered' : part, num(row, part))
  }
  return flows
}
