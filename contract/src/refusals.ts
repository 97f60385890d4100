import { formatRupiah } from './format/rupiah.ts'

/** Values that a sentence may carry; amounts are whole rupiah. */
export type RefusalParams = { amount?: number; retryAfterSeconds?: number }

type Entry = { status: number; sentence: (params: RefusalParams) => string }

const fixed = (status: number, sentence: string): Entry => ({ status, sentence: () => sentence })
const withAmount = (status: number, before: string): Entry => ({
  status,
  sentence: ({ amount = 0 }) => `${before} ${formatRupiah(amount)}`,
})

/**
 * Every refusal that the API can give: stable code, HTTP status, and the Indonesian sentence the screen shows.
 * A closed catalogue: docs/errors.md is generated from it.
 */
export const refusals = {
  INPUT_INVALID: fixed(400, 'Data yang dikirim tidak sesuai. Periksa kembali isian Anda.'),
  IDEMPOTENCY_KEY_REQUIRED: fixed(400, 'Permintaan ini memerlukan header Idempotency-Key.'),
  IDEMPOTENCY_KEY_REUSED: fixed(409, 'Kunci permintaan ini sudah dipakai untuk permintaan lain.'),
  REQUEST_RUNNING: fixed(409, 'Permintaan yang sama masih diproses. Coba beberapa saat lagi.'),
  SESSION_ENDED: fixed(401, 'Sesi anda telah berakhir. Silakan login kembali untuk akses dashboard.'),
  USER_ID_MISMATCH: fixed(403, 'Permintaan ini bukan untuk akun Anda.'),
  NOT_FOUND: fixed(404, 'Data tidak ditemukan.'),
  METHOD_NOT_ALLOWED: fixed(405, 'Metode ini tidak tersedia untuk alamat ini.'),
  BODY_TOO_LARGE: fixed(413, 'Data yang dikirim terlalu besar.'),
  MEDIA_TYPE_UNSUPPORTED: fixed(415, 'Data harus dikirim sebagai JSON.'),
  TOO_MANY_REQUESTS: fixed(429, 'Terlalu banyak percobaan. Coba beberapa saat lagi.'),
  INTERNAL: fixed(500, 'Mohon maaf terjadi kesalahan. Coba beberapa saat lagi.'),
  OVERLOADED: fixed(503, 'Layanan sedang sibuk. Coba beberapa saat lagi.'),

  PHONE_UNREGISTERED: fixed(400, 'Nomor Handphone tidak terdaftar'),
  PASSWORD_WRONG: fixed(400, 'Kata sandi salah'),
  OTP_TOO_SOON: {
    status: 429,
    sentence: ({ retryAfterSeconds = 59 }) => `Kode baru dapat diminta dalam ${retryAfterSeconds} detik.`,
  },
  OTP_ENDED: fixed(400, 'Kode verifikasi sudah tidak berlaku. Silakan minta kode baru.'),
  RESET_NOT_ALLOWED: fixed(400, 'Verifikasi nomor handphone Anda terlebih dahulu dengan kode SMS.'),
  PASSWORD_CHECK_REQUIRED: fixed(400, 'Masukkan kata sandi Anda sekali lagi untuk melanjutkan.'),

  INSTITUTION_NOT_FOUND: fixed(404, 'Profil perusahaan tidak ditemukan.'),

  LOAN_NOT_FOUND: fixed(404, 'Pinjaman tidak ditemukan.'),
  LOAN_CLOSED: fixed(400, 'Pinjaman ini sudah tidak dibuka untuk pendanaan.'),
  LOAN_NUMBER_MISMATCH: fixed(400, 'Nomor pinjaman tidak sesuai dengan pinjaman yang dipilih.'),
  LENDER_MISMATCH: fixed(400, 'Perjanjian hanya dapat dibuat untuk akun Anda sendiri.'),
  CASH_TOO_LOW: withAmount(400, 'Jumlah cash balance saat ini'),
  FUNDING_BELOW_MINIMUM: withAmount(400, 'Minimum jumlah pendanaan adalah'),
  FUNDING_ABOVE_OUTSTANDING: withAmount(400, 'Jumlah pendanaan maksimal adalah'),
  FUNDING_BAD_REMAINDER: withAmount(400, 'Sisa pendanaan tidak boleh kurang dari'),
  AGREEMENT_REQUIRED: fixed(400, 'Baca perjanjian untuk pinjaman dan jumlah ini sebelum mendanai.'),

  BULK_NOT_FOUND: fixed(404, 'Produk pendanaan tidak ditemukan.'),
  BULK_CLOSED: fixed(400, 'Semua pinjaman produk ini sudah terdanai.'),
  BULK_CHANGED: fixed(409, 'Pinjaman produk ini telah berubah. Periksa kembali sebelum mendanai.'),
  BULK_CASH_TOO_LOW: fixed(400, 'Cash balance anda tidak mencukupi'),

  WITHDRAWAL_ABOVE_BALANCE: fixed(400, 'Jumlah penarikan melebihi saldo yang tersedia'),
  WITHDRAWAL_BELOW_MINIMUM: withAmount(400, 'Minimum jumlah penarikan dana adalah'),
  /** The sentence by which the screen knows it (specification, section 8); a lender reads the screen's own. */
  WITHDRAWAL_PASSWORD_WRONG: fixed(400, 'Invalid input password. Please try again'),
  WITHDRAWAL_ACCOUNT_MISSING: fixed(400, 'Rekening bank Anda belum terdaftar.'),
  WITHDRAWAL_ACCOUNT_MISMATCH: fixed(
    400,
    'Penarikan dana hanya dapat dikirim ke rekening bank Anda yang terdaftar.',
  ),
  WITHDRAWAL_UNAVAILABLE: fixed(
    503,
    'Penarikan dana melalui bank ini belum tersedia. Coba beberapa saat lagi.',
  ),

  LOAN_NOT_DRAFT: fixed(409, 'Hanya pinjaman yang belum ditawarkan yang dapat diambil alih.'),
  LOAN_TAKEN_OVER: fixed(409, 'Pinjaman ini sudah diambil alih dengan isi lain.'),
  PARTS_NOT_TOTAL: withAmount(400, 'Bagian para pemberi dana harus berjumlah'),
  AGREEMENT_REUSED: fixed(409, 'Perjanjian ini sudah dipakai untuk pendanaan lain.'),
  LOAN_NOT_FUNDED: fixed(409, 'Pinjaman ini belum terdanai penuh.'),
  LOAN_DISBURSED: fixed(409, 'Pinjaman ini sudah dicairkan.'),
  LOAN_NOT_DISBURSED: fixed(409, 'Pinjaman ini belum dicairkan.'),
  LOAN_ENDED: fixed(409, 'Pinjaman ini sudah selesai.'),
  DATE_IN_FUTURE: fixed(400, 'Tanggal tidak boleh setelah hari ini.'),
  DATE_BEFORE_DISBURSEMENT: fixed(400, 'Tanggal tidak boleh sebelum tanggal pencairan pinjaman.'),
  REFERENCE_REUSED: fixed(409, 'Referensi ini sudah dipakai untuk pembayaran lain.'),
  REPAYMENT_PARTS_TOO_LARGE: fixed(400, 'Biaya dan denda melebihi jumlah pembayaran.'),
  PENALTY_ABOVE_LIMIT: withAmount(400, 'Denda pinjaman ini paling banyak lagi'),
  SETTLEMENT_TOO_LOW: withAmount(400, 'Jumlah pelunasan pinjaman ini adalah'),
  WRITTEN_OFF_BEFORE: fixed(409, 'Pinjaman ini sudah dihapusbukukan.'),
  DATE_BEFORE_LAST_EVENT: fixed(
    400,
    'Tanggal tidak boleh sebelum pembayaran atau perubahan terakhir pinjaman ini.',
  ),

  DAY_NOT_OVER: fixed(409, 'Hari ini belum berakhir, jadi belum dapat ditutup.'),
  DAY_OUT_OF_ORDER: fixed(409, 'Hari ditutup berurutan: tutup dahulu hari sebelumnya.'),

  SIGNING_NOT_FOUND: fixed(404, 'Dokumen yang akan ditandatangani tidak ditemukan.'),
  SIGNING_ENDED: fixed(409, 'Dokumen ini sudah tidak menunggu tanda tangan.'),
  SIGNING_WITHOUT_PAGE: fixed(
    409,
    'Perjanjian ini ditandatangani secara elektronik tanpa halaman tanda tangan. Tunggu sebentar.',
  ),
  SIGNING_PAGE_UNKNOWN: fixed(400, 'Halaman tanda tangan tidak ada di dokumen ini.'),
  ESIGN_UNAVAILABLE: fixed(
    503,
    'Layanan tanda tangan elektronik belum dapat dihubungi. Coba beberapa saat lagi.',
  ),

  CALLBACK_FORGED: fixed(401, 'Tanda tangan pemberitahuan tidak sah.'),
} as const satisfies Record<string, Entry>

export type RefusalCode = keyof typeof refusals

/** What any call may answer with, whatever it does. */
export const commonRefusals = [
  'INPUT_INVALID',
  'METHOD_NOT_ALLOWED',
  'BODY_TOO_LARGE',
  'MEDIA_TYPE_UNSUPPORTED',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'OVERLOADED',
] as const satisfies readonly RefusalCode[]

/** What any call with a token may answer with. */
export const sessionRefusals = ['SESSION_ENDED', 'USER_ID_MISMATCH'] as const satisfies readonly RefusalCode[]

/** What any call that moves money may answer with. */
export const moneyRefusals = [
  'IDEMPOTENCY_KEY_REQUIRED',
  'IDEMPOTENCY_KEY_REUSED',
  'REQUEST_RUNNING',
] as const satisfies readonly RefusalCode[]

/** The body of every refusal. `message` is what the screen shows, `code` what a program looks at. */
export type RefusalBody = { message: string; code: RefusalCode; requestId: string }
