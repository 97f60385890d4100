/** The provinces of Indonesia by their codes (ISO 3166-2:ID, with the four of 2022 in Papua). */
export const provinces = {
  'ID-AC': 'Aceh',
  'ID-BA': 'Bali',
  'ID-BB': 'Kepulauan Bangka Belitung',
  'ID-BE': 'Bengkulu',
  'ID-BT': 'Banten',
  'ID-GO': 'Gorontalo',
  'ID-JA': 'Jambi',
  'ID-JB': 'Jawa Barat',
  'ID-JI': 'Jawa Timur',
  'ID-JK': 'DKI Jakarta',
  'ID-JT': 'Jawa Tengah',
  'ID-KB': 'Kalimantan Barat',
  'ID-KI': 'Kalimantan Timur',
  'ID-KR': 'Kepulauan Riau',
  'ID-KS': 'Kalimantan Selatan',
  'ID-KT': 'Kalimantan Tengah',
  'ID-KU': 'Kalimantan Utara',
  'ID-LA': 'Lampung',
  'ID-MA': 'Maluku',
  'ID-MU': 'Maluku Utara',
  'ID-NB': 'Nusa Tenggara Barat',
  'ID-NT': 'Nusa Tenggara Timur',
  'ID-PA': 'Papua',
  'ID-PB': 'Papua Barat',
  'ID-PD': 'Papua Barat Daya',
  'ID-PE': 'Papua Pegunungan',
  'ID-PS': 'Papua Selatan',
  'ID-PT': 'Papua Tengah',
  'ID-RI': 'Riau',
  'ID-SA': 'Sulawesi Utara',
  'ID-SB': 'Sumatera Barat',
  'ID-SG': 'Sulawesi Tenggara',
  'ID-SN': 'Sulawesi Selatan',
  'ID-SR': 'Sulawesi Barat',
  'ID-SS': 'Sumatera Selatan',
  'ID-ST': 'Sulawesi Tengah',
  'ID-SU': 'Sumatera Utara',
  'ID-YO': 'DI Yogyakarta',
} as const

export type Province = keyof typeof provinces

export const provinceCodes = Object.keys(provinces) as Province[]

export const sexes = ['F', 'M'] as const
export type Sex = (typeof sexes)[number]

/** The years of birth that are accepted; who is a minor is another rule's. */
export const birthYears = { from: 1900, until: 2100 }
