/** What goes wrong with a message. */
export type Trouble = 'slow' | 'fails' | 'unsteady' | 'lost' | 'doubled' | 'late' | 'busy' | 'refused' | 'cut'

/** Numbers whose messages go wrong, and what the inbox page says about them. Nobody has such a number. */
export const SENTINELS: readonly { number: string; trouble: Trouble; effect: string }[] = [
  {
    number: '+6289900000001',
    trouble: 'fails',
    effect: 'Gateway selalu gagal (500); pesan tidak pernah sampai.',
  },
  {
    number: '+6289900000002',
    trouble: 'lost',
    effect: 'Gateway menerima pesan, tetapi pesan hilang di jalan.',
  },
  { number: '+6289900000003', trouble: 'doubled', effect: 'Pesan sampai dua kali.' },
  { number: '+6289900000004', trouble: 'slow', effect: 'Pesan sampai, tetapi gateway terlambat menjawab.' },
  {
    number: '+6289900000005',
    trouble: 'late',
    effect: 'Gateway segera menjawab, tetapi pesan sampai terlambat.',
  },
  { number: '+6289900000006', trouble: 'unsteady', effect: 'Gateway gagal dua kali (503), lalu menerima.' },
  { number: '+6289900000007', trouble: 'busy', effect: 'Gateway sibuk satu kali (429), lalu menerima.' },
  { number: '+6289900000008', trouble: 'refused', effect: 'Gateway menolak nomor ini (422).' },
  {
    number: '+6289900000009',
    trouble: 'cut',
    effect: 'Pesan sampai, tetapi sambungan putus sebelum dijawab.',
  },
]

/** What goes wrong with messages to this number (+62…), or null. */
export const troubleOf = (number: string): Trouble | null =>
  SENTINELS.find((sentinel) => sentinel.number === number)?.trouble ?? null
