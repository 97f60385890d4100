import { annualFraction } from '../../platform/csv/values.ts'
import {
  choiceField,
  countField,
  dateField,
  fractionField,
  optional,
  type Words,
  yesField,
} from '../../staff/index.ts'
import type { Terms } from '../terms/index.ts'

const interestTypes = { ANNUITY: 'Anuitas', FLAT: 'Flat', BULLET: 'Pokok di akhir' }
const tenorPeriods = { MONTH: 'bulan', WEEK: 'minggu', DAY: 'hari' }

/** The new terms of a loan: of a restructuring, and of a vote on one. */
export const termFields = {
  agreedOn: dateField('Berlaku sejak'),
  startsOn: optional(dateField('Bunga baru dihitung sejak')),
  interest: fractionField('Bunga setahun', annualFraction('1')),
  interestType: choiceField('Jenis bunga', interestTypes),
  tenor: countField('Tenor', 1, 600),
  tenorPeriod: choiceField('Satuan tenor', tenorPeriods),
  keepInterest: yesField('Bunga yang jatuh tempo tetap ditagih'),
}

export const termsInWords = (terms: Terms): Words => ({
  'Berlaku sejak': terms.agreedOn,
  'Bunga baru dihitung sejak': terms.startsOn ?? null,
  'Bunga setahun': `${terms.interest}, ${interestTypes[terms.interestType]}`,
  Tenor: `${terms.tenor} ${tenorPeriods[terms.tenorPeriod]}`,
  'Bunga yang jatuh tempo': terms.keepInterest ? 'tetap ditagih' : 'dihapus',
})
