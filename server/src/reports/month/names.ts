import { provinces } from '@pematang/contract/provinces'
import { sectors } from '../../loans/index.ts'
import { qualityNames } from '../portfolio-report/index.ts'
import type { OutstandingGroup } from './outstanding.ts'
import type { PeopleGroup } from './people.ts'

const unknown = 'Tidak diketahui'

/** The names of values that are codes, by dimension; others stand for themselves. */
const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  QUALITY: qualityNames,
  SECTOR: sectors,
  PROVINCE: { ...provinces, ABROAD: 'Luar Negeri' },
  SEX: { F: 'Perempuan', M: 'Laki-laki' },
  AGE: {
    '<19': 'Di bawah 19 tahun',
    '19-34': '19-34 tahun',
    '35-54': '35-54 tahun',
    '>54': 'Di atas 54 tahun',
  },
  KIND: {
    INSTITUTION: 'Lembaga Keuangan',
    COMPANY: 'Badan Usaha',
    INDIVIDUAL: 'Orang Perseorangan',
    NON_RESIDENT: 'Orang Perseorangan Bukan Penduduk',
    GOVERNMENT: 'Pemerintah',
    MULTILATERAL: 'Organisasi Multilateral',
    PERSON: 'Orang Perseorangan',
  },
}

const dimensions: Record<OutstandingGroup['dimension'] | PeopleGroup['dimension'], string> = {
  TOTAL: 'Seluruhnya',
  QUALITY: 'Kualitas',
  LOAN_TYPE: 'Jenis Pinjaman',
  SECTOR: 'Sektor',
  PROVINCE: 'Provinsi',
  KIND: 'Jenis',
  SEX: 'Jenis Kelamin',
  AGE: 'Usia',
}

/** The cells that name a group. */
export const namesOf = ({
  dimension,
  value,
}: Pick<OutstandingGroup | PeopleGroup, 'dimension' | 'value'>) => ({
  group: dimensions[dimension],
  of: dimension === 'TOTAL' ? '' : value === '' ? unknown : (names[dimension]?.[value] ?? value),
})
