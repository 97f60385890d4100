/** Faults that can be injected into payment notices, with their labels on the sandbox page. */
export const NOTICE_FAULTS = {
  slow: 'Lambat: bank baru memberi tahu setelah beberapa saat',
  lost: 'Hilang: pemberitahuan pertama tidak pernah sampai, lalu diulang',
  unanswered: 'Jawaban hilang: bank tidak menerima jawaban pertama, lalu mengulang',
  doubled: 'Ganda: dua pemberitahuan pada saat yang sama',
  reordered: 'Tertukar: diberitahukan setelah pembayaran berikutnya',
  changed: 'Berubah: diberitahukan lagi dengan nominal lain',
  forged: 'Palsu: tanda tangan bukan milik bank, uang tidak pernah ada',
  unsent: 'Tidak diberitahukan: hanya tercatat di mutasi',
  unlisted: 'Mutasi kurang: diberitahukan, tetapi tidak tercatat',
} as const
export type NoticeFault = keyof typeof NOTICE_FAULTS

/** Faults that can be injected into a transfer, with their labels on the sandbox page. */
export const TRANSFER_FAULTS = {
  refused: 'Ditolak: rekening tidak aktif',
  lost: 'Hilang: perintah tidak pernah sampai di bank',
  unanswered: 'Jawaban hilang: dibayar, lalu sambungan putus',
  timeout: 'Habis waktu (504), tetapi dibayar',
  failed: 'Gagal (500), tidak dibayar',
  pending: 'Tertunda: dibayar setelah beberapa saat',
  pendingFails: 'Tertunda, lalu gagal',
  doubled: 'Ganda: dikirim dua kali di jalan, dibayar sekali',
  refunded: 'Dibayar, lalu dana dikembalikan',
  slow: 'Lambat: dibayar, dijawab setelah beberapa saat',
  late: 'Terlambat: sambungan putus, perintah baru sampai kemudian',
  statedMore: 'Mutasi salah: tercatat Rp1.000 lebih banyak',
  unstated: 'Mutasi kurang: tidak tercatat',
  failedButPaid: 'Gagal (500), tetapi dibayar',
  twice: 'Dibayar, lalu dibayar sekali lagi kemudian',
} as const
export type TransferFault = keyof typeof TRANSFER_FAULTS

/** Amounts (whole rupiah) whose last three digits cause a fault of the transfer. */
const AMOUNT_ENDINGS: Readonly<Record<number, TransferFault>> = {
  901: 'refused',
  902: 'lost',
  903: 'unanswered',
  904: 'timeout',
  905: 'failed',
  906: 'pending',
  907: 'pendingFails',
  908: 'doubled',
  909: 'refunded',
  910: 'slow',
  911: 'late',
  912: 'statedMore',
  913: 'unstated',
  914: 'failedButPaid',
  915: 'twice',
}

export const faultOfAmount = (amount: number): TransferFault | null => AMOUNT_ENDINGS[amount % 1000] ?? null

/** The amount endings that cause a fault, with the descriptions that the page shows. */
export const amountEndings = (): [ending: string, effect: string][] =>
  Object.entries(AMOUNT_ENDINGS).map(([ending, fault]) => [ending, TRANSFER_FAULTS[fault]])

/** The state of a bank account, determined by the last digits of its number. */
const ACCOUNT_ENDINGS = {
  '990001': ['unknown', 'Rekening tidak ada'],
  '990002': ['inactive', 'Rekening tidak aktif'],
  '990003': ['foreign', 'Rekening milik orang lain'],
} as const
export type AccountFault = (typeof ACCOUNT_ENDINGS)[keyof typeof ACCOUNT_ENDINGS][0]

export const faultOfAccount = (account: string): AccountFault | null =>
  Object.entries(ACCOUNT_ENDINGS).find(([ending]) => account.endsWith(ending))?.[1][0] ?? null

export const accountEndings = (): [ending: string, effect: string][] =>
  Object.entries(ACCOUNT_ENDINGS).map(([ending, [, effect]]) => [ending, effect])

export const isNoticeFault = (text: unknown): text is NoticeFault =>
  typeof text === 'string' && Object.hasOwn(NOTICE_FAULTS, text)

export const isTransferFault = (text: unknown): text is TransferFault =>
  typeof text === 'string' && Object.hasOwn(TRANSFER_FAULTS, text)
