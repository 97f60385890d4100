export type Fault = 'slow' | 'fails' | 'unsteady' | 'lost' | 'doubled' | 'late' | 'busy' | 'refused' | 'cut'

/** Numbers with a fault, and its description on the inbox page. They are not assigned to real phones. */
export const SENTINELS: readonly { number: string; fault: Fault; effect: string }[] = [
  {
    number: '+6289900000001',
    fault: 'fails',
    effect: 'Gateway selalu gagal (500); pesan tidak pernah sampai.',
  },
  {
    number: '+6289900000002',
    fault: 'lost',
    effect: 'Gateway menerima pesan, tetapi pesan hilang di jalan.',
  },
  { number: '+6289900000003', fault: 'doubled', effect: 'Pesan sampai dua kali.' },
  { number: '+6289900000004', fault: 'slow', effect: 'Pesan sampai, tetapi gateway terlambat menjawab.' },
  {
    number: '+6289900000005',
    fault: 'late',
    effect: 'Gateway segera menjawab, tetapi pesan sampai terlambat.',
  },
  { number: '+6289900000006', fault: 'unsteady', effect: 'Gateway gagal dua kali (503), lalu menerima.' },
  { number: '+6289900000007', fault: 'busy', effect: 'Gateway sibuk satu kali (429), lalu menerima.' },
  { number: '+6289900000008', fault: 'refused', effect: 'Gateway menolak nomor ini (422).' },
  {
    number: '+6289900000009',
    fault: 'cut',
    effect: 'Pesan sampai, tetapi sambungan putus sebelum dijawab.',
  },
]

/** The fault of messages to this number (+62…), or null. */
export const faultOf = (number: string): Fault | null =>
  SENTINELS.find((sentinel) => sentinel.number === number)?.fault ?? null
