import { expect, test } from 'vitest'
import { noFilter } from './filter.ts'
import { draftOf, emptyDraft, readDraft } from './filter-draft.ts'

const read = (typed: Partial<typeof emptyDraft>, filter = noFilter) =>
  readDraft({ ...emptyDraft, ...typed }, filter)

test('CHO-02 the marketplace filter form reads the typed values, and keeps the order', () => {
  const chosen = { ...noFilter, sort: 'left' as const }
  const { filter, errors } = read(
    {
      loanTypeIds: [4],
      tenorFrom: '6',
      tenorTo: '12',
      tenorPeriodId: '3',
      interestFrom: '10',
      interestTo: '12,5',
      leftFrom: 5_000_000,
    },
    chosen,
  )
  expect(errors).toEqual({})
  expect(filter).toEqual({
    ...chosen,
    loanTypeIds: [4],
    tenorFrom: 6,
    tenorTo: 12,
    tenorPeriodId: 3,
    interestFrom: 0.1,
    interestTo: 0.125,
    leftFrom: 5_000_000,
  })
  expect(read({ ...draftOf(filter) }, chosen).filter).toEqual(filter)
})

test('CHO-02 the filter form shows at the field that the lower end of a range is above its upper end', () => {
  expect(read({ interestFrom: '15', interestTo: '12' }).errors).toEqual({
    interestTo: 'Bunga terendah tidak boleh di atas bunga tertinggi.',
  })
  expect(read({ tenorFrom: '24', tenorTo: '6' }).errors).toEqual({
    tenorTo: 'Tenor terpendek tidak boleh di atas tenor terpanjang.',
  })
  expect(read({ interestFrom: '12', interestTo: '12', tenorFrom: '6', tenorTo: '6' }).errors).toEqual({})
})

test('SCN-14 a range of tenors with equal ends is the tenor of the specification, unless it has a unit', () => {
  const range = { tenor: null, tenorFrom: 12, tenorTo: 12, tenorPeriodId: 3 as const }
  expect(read({ tenorFrom: '12', tenorTo: '12' }).filter).toEqual({ ...noFilter, tenor: 12 })
  expect(read({ tenorFrom: '12', tenorTo: '12', tenorPeriodId: '3' }).filter).toEqual({
    ...noFilter,
    ...range,
  })
  expect(draftOf({ ...noFilter, tenor: 12 })).toEqual({ ...emptyDraft, tenorFrom: '12', tenorTo: '12' })
})

test('CHO-02 the filter form shows an error at the field of an interest that is not a percentage', () => {
  const { errors } = read({ interestFrom: 'tinggi', interestTo: '120' })
  expect(errors.interestFrom).toBe('Tulis persen per tahun dari 0 sampai 109,5, misalnya 12,5.')
  expect(errors.interestTo).toBe('Tulis persen per tahun dari 0 sampai 109,5, misalnya 12,5.')
})
