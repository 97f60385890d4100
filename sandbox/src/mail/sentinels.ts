export type Fault = 'refused' | 'busy' | 'unsteady' | 'cut' | 'slow'

/** The local parts of addresses that cause a fault, each with its description on the inbox page. */
export const SENTINELS: readonly { name: Fault; effect: string }[] = [
  { name: 'refused', effect: 'Server menolak alamat ini (550).' },
  { name: 'busy', effect: 'Server sibuk satu kali (450), lalu menerima.' },
  { name: 'unsteady', effect: 'Server gagal dua kali (451), lalu menerima.' },
  { name: 'cut', effect: 'Email sampai, tetapi sambungan putus satu kali sebelum dijawab.' },
  { name: 'slow', effect: 'Email sampai, tetapi server terlambat menjawab.' },
]

/** The fault of e-mail to an address, e.g. cut+7@example.com, or null. */
export const faultOf = (address: string): Fault | null =>
  SENTINELS.find(({ name }) => name === /^[a-z]+/.exec(address)?.[0])?.name ?? null
