import { passwordUnchangedSentence } from './lenders/auth/rules.ts'
import { factorWrongSentence } from './lenders/factors/rules.ts'
import type { CompanyRefusalCode } from './lenders/company/refusals.ts'
import { formatDateTimeLong } from './format/date.ts'
import { fixed, type RefusalParams, type Refusing, withAmount } from './refusing.ts'
import { screenRefusals } from './screen-refusals.ts'

export type { RefusalParams }

/**
 * Every refusal that the API of lenders can give: stable code, HTTP status, and the Indonesian sentence the screen shows.
 * With those of staff (`catalogue.ts`) a closed catalogue; the API description names each of these with its sentence.
 */
export const refusals = {
  INPUT_INVALID: fixed(400, 'Data yang dikirim tidak sesuai. Periksa kembali isian Anda.'),
  IDEMPOTENCY_KEY_REQUIRED: fixed(400, 'Permintaan ini memerlukan header Idempotency-Key.'),
  IDEMPOTENCY_KEY_REUSED: fixed(409, 'Kunci permintaan ini sudah dipakai untuk permintaan lain.'),
  REQUEST_RUNNING: fixed(409, 'Permintaan yang sama masih diproses. Coba beberapa saat lagi.'),
  REQUEST_NOT_RECEIVED: fixed(
    409,
    'Permintaan Anda tidak sampai ke server dan tidak akan diproses. Saldo Anda tidak berubah; silakan coba lagi.',
  ),
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
  LENDER_SUSPENDED: fixed(403, 'Akun Anda sedang ditangguhkan. Silakan hubungi kami.'),
  LENDER_CLOSED: fixed(403, 'Akun Anda sudah ditutup. Silakan hubungi kami.'),
  OTP_TOO_SOON: {
    status: 429,
    sentence: ({ retryAfterSeconds = 59 }) => `Kode baru dapat diminta dalam ${retryAfterSeconds} detik.`,
  },
  OTP_ENDED: fixed(400, 'Kode verifikasi sudah tidak berlaku. Silakan minta kode baru.'),
  PASSWORD_GUESSABLE: fixed(400, 'Kata sandi ini terlalu mudah ditebak. Gunakan kata sandi lain.'),
  PASSWORD_UNCHANGED: fixed(400, passwordUnchangedSentence),
  RESET_NOT_ALLOWED: fixed(400, 'Verifikasi nomor handphone Anda terlebih dahulu dengan kode SMS.'),
  PASSWORD_CHECK_REQUIRED: fixed(400, 'Masukkan kata sandi Anda sekali lagi untuk melanjutkan.'),
  SECOND_FACTOR_REQUIRED: fixed(400, 'Lanjutkan dengan verifikasi dua langkah.'),
  LOGIN_STEP_ENDED: fixed(400, 'Waktu untuk verifikasi sudah lewat. Masuk kembali dengan kata sandi Anda.'),
  FACTOR_CHECK_REQUIRED: fixed(400, 'Verifikasi sekali lagi dengan passkey atau kode untuk melanjutkan.'),
  CALL_BACK_ADDRESS: fixed(
    400,
    'Alamat harus https dengan nama di internet, tanpa nama pengguna, dan bukan alamat IP.',
  ),
  FACTOR_WRONG: fixed(400, factorWrongSentence),
  FACTOR_OFFER_ENDED: fixed(400, 'Waktu untuk memasang aplikasi ini sudah lewat. Mulai kembali.'),
  PASSKEY_UNKNOWN: fixed(403, 'Passkey ini tidak terdaftar atau sudah dicabut.'),
  PASSKEY_CHALLENGE: fixed(
    403,
    'Permintaan passkey ini sudah dipakai, lewat waktu, atau untuk hal lain. Ulangi.',
  ),
  PASSKEY_ORIGIN: fixed(403, 'Passkey ini dipakai di alamat lain.'),
  PASSKEY_UNVERIFIED: fixed(
    403,
    'Perangkat tidak memeriksa siapa Anda. Gunakan PIN, sidik jari, atau wajah.',
  ),
  PASSKEY_CLONED: fixed(403, 'Passkey ini tampaknya disalin dan tidak diterima. Cabut passkey ini.'),
  PASSKEY_INVALID: fixed(403, 'Passkey ini tidak dapat diperiksa.'),
  PASSKEY_TAKEN: fixed(409, 'Passkey ini sudah terdaftar.'),
  PASSKEYS_FULL: fixed(409, 'Seseorang dapat memiliki paling banyak sepuluh passkey.'),
  KEYS_FULL: fixed(409, 'Anda dapat memiliki paling banyak 20 kunci API. Cabut salah satu.'),
  KEY_DAY_PAST: fixed(400, 'Hari terakhir kunci tidak boleh sudah lewat.'),

  INSTITUTION_NOT_FOUND: fixed(404, 'Profil perusahaan tidak ditemukan.'),

  CURSOR_MISMATCH: fixed(
    400,
    'Halaman ini milik urutan atau filter lain. Buka kembali daftar pinjaman dari awal.',
  ),
  CURSOR_EXPIRED: fixed(
    400,
    'Daftar ini sudah terlalu lama terbuka. Muat ulang untuk melihat pinjaman terbaru.',
  ),
  SAVED_SEARCH_NOT_FOUND: fixed(404, 'Pencarian tersimpan ini tidak ditemukan.'),
  SAVED_SEARCH_NAME_TAKEN: fixed(
    409,
    'Anda sudah menyimpan pencarian lain dengan nama ini. Pilih nama lain.',
  ),
  SAVED_SEARCHES_FULL: fixed(
    409,
    'Anda dapat menyimpan paling banyak 20 pencarian. Hapus salah satu untuk menyimpan yang baru.',
  ),

  NOTIFICATION_MANDATORY: fixed(
    400,
    'Notifikasi keamanan selalu dikirim lewat email dan SMS, dan tidak dapat dimatikan.',
  ),
  STRATEGY_NOT_FOUND: fixed(404, 'Strategi ini tidak ditemukan.'),
  STRATEGY_ENDED: fixed(409, 'Strategi ini sudah diakhiri dan tidak dapat diubah lagi.'),
  STRATEGY_NAME_TAKEN: fixed(409, 'Anda sudah memiliki strategi lain dengan nama ini. Pilih nama lain.'),
  STRATEGIES_FULL: fixed(
    409,
    'Anda dapat memiliki paling banyak 10 strategi. Akhiri salah satu untuk membuat yang baru.',
  ),
  STRATEGY_ORDER_INCOMPLETE: fixed(
    409,
    'Daftar strategi Anda sudah berubah. Muat ulang sebelum mengubah urutannya.',
  ),
  STRATEGY_ABOVE_MANDATE: withAmount(
    409,
    'Strategi ini melebihi kuasa pendanaan otomatis Anda. Menurut kuasa itu paling banyak',
  ),

  LOAN_NOT_FOUND: fixed(404, 'Pinjaman tidak ditemukan.'),
  LOAN_CLOSED: fixed(400, 'Pinjaman ini sudah tidak dibuka untuk pendanaan.'),
  LOAN_TAKEN: fixed(
    400,
    'Sisa pinjaman ini baru saja habis didanai. Jika ada pendanaan yang batal, sisanya dibuka kembali.',
  ),
  LOAN_CANCELLED: fixed(400, 'Pinjaman ini dibatalkan dan tidak dibuka lagi untuk pendanaan.'),
  LOAN_NUMBER_MISMATCH: fixed(400, 'Nomor pinjaman tidak sesuai dengan pinjaman yang dipilih.'),
  LENDER_MISMATCH: fixed(400, 'Perjanjian hanya dapat dibuat untuk akun Anda sendiri.'),
  ...screenRefusals,
  LENDER_CLASS_MISSING: fixed(
    403,
    'Kelas Pemberi Dana Anda belum tercatat, sehingga batas pendanaan Anda belum dapat dihitung. Hubungi layanan kami untuk melengkapinya.',
  ),
  INCOME_EVIDENCE_EXPIRED: fixed(
    403,
    'Bukti penghasilan Anda sudah tidak berlaku. Kirimkan bukti yang baru kepada layanan kami agar Anda dapat mendanai kembali.',
  ),
  AGE_MISSING: fixed(
    403,
    'Tanggal lahir Anda belum tercatat. Pemberi Dana berusia paling sedikit 18 tahun atau sudah menikah. Hubungi layanan kami untuk melengkapinya.',
  ),
  AGE_TOO_LOW: fixed(
    403,
    'Anda belum berusia 18 tahun dan belum tercatat menikah, sehingga belum dapat mendanai. Hubungi layanan kami bila data ini keliru.',
  ),
  IDENTITY_UNCHECKED: fixed(
    403,
    'Pemeriksaan identitas Anda belum tercatat, sehingga Anda belum dapat mendanai. Hubungi layanan kami untuk melengkapinya.',
  ),
  FUNDING_ABOVE_INCOME_LIMIT: withAmount(
    400,
    'Sesuai batas menurut penghasilan tahunan Anda, jumlah yang masih dapat Anda danai adalah',
  ),
  FUNDING_ABOVE_LENDER_SHARE: withAmount(
    400,
    'Sesuai batas porsi setiap Pemberi Dana di platform ini, jumlah yang masih dapat Anda danai adalah',
  ),
  FUNDING_ABOVE_NON_PROFESSIONAL_SHARE: withAmount(
    400,
    'Sesuai batas porsi seluruh Pemberi Dana nonprofesional di platform ini, jumlah yang masih dapat Anda danai saat ini adalah',
  ),
  FUNDING_WAITS: fixed(
    409,
    'Pendanaan Anda dengan jumlah yang sama pada pinjaman ini masih menunggu tanda tangan.',
  ),
  RISK_WARNING_UNACCEPTED: fixed(409, 'Baca dan setujui peringatan risiko terlebih dahulu sebelum mendanai.'),
  RISK_WARNING_CHANGED: fixed(
    409,
    'Peringatan risiko baru saja diperbarui. Baca teks yang baru sebelum menyetujuinya.',
  ),
  RISK_WARNING_UNCHANGED: fixed(409, 'Teks ini sama dengan peringatan risiko yang berlaku.'),
  MANDATE_PROVIDER: fixed(
    409,
    'Penyedia tanda tangan elektronik Anda tidak dapat menandatangani tanpa halaman tanda tangan, sehingga kuasa pendanaan otomatis belum dapat diaktifkan.',
  ),
  MANDATE_PASSWORD_WRONG: fixed(400, 'Kata sandi salah. Kuasa belum diberikan.'),
  MANDATE_UNREAD: fixed(400, 'Buka dan baca naskah kuasa terlebih dahulu.'),
  MANDATE_OUTDATED: fixed(409, 'Naskah kuasa ini sudah tidak berlaku. Buat dan baca naskah yang baru.'),
  MANDATE_MISSING: fixed(409, 'Tidak ada kuasa pendanaan otomatis yang berlaku.'),
  MANDATE_LOAN_LIMIT: withAmount(409, 'Batas kuasa per pinjaman menyisakan'),
  MANDATE_BUDGET: withAmount(409, 'Batas kuasa seluruhnya menyisakan'),
  AGREEMENT_REQUIRED: fixed(400, 'Baca perjanjian untuk pinjaman dan jumlah ini sebelum mendanai.'),
  COMPANY_PIC_MISSING: fixed(
    409,
    'Penanggung jawab (PIC) perusahaan Anda belum tercatat, sehingga perjanjian belum dapat dibuat. Hubungi layanan kami untuk melengkapinya.',
  ),
  AGREEMENT_UNAVAILABLE: fixed(503, 'Perjanjian belum dapat dibuat saat ini. Coba beberapa saat lagi.'),
  DOCUMENT_UNAVAILABLE: fixed(
    503,
    'Dokumen belum dapat disimpan atau dibuka saat ini. Coba beberapa saat lagi.',
  ),
  AGREEMENT_UNREAD: fixed(400, 'Buka dan baca kedua perjanjian pinjaman ini sebelum mendanai.'),
  AGREEMENT_CHANGED: fixed(
    409,
    'Ketentuan pinjaman ini berubah setelah perjanjian Anda dibuat. Baca perjanjian yang baru sebelum mendanai.',
  ),

  BULK_NOT_FOUND: fixed(404, 'Produk pendanaan tidak ditemukan.'),
  BULK_CHANGED: fixed(409, 'Pinjaman produk ini telah berubah. Periksa kembali sebelum mendanai.'),
  BULK_PREVIEW_REQUIRED: fixed(
    409,
    'Periksa daftar pinjaman dan perjanjian produk ini terlebih dahulu sebelum mendanai.',
  ),

  WITHDRAWAL_CHANGED: fixed(
    409,
    'Saldo atau biaya transfer telah berubah. Periksa kembali jumlah yang dikirim.',
  ),
  /** The screen recognises the refusal by this sentence (specification, section 8) but shows its own text. */
  WITHDRAWAL_PASSWORD_WRONG: fixed(400, 'Invalid input password. Please try again'),
  WITHDRAWAL_ACCOUNT_MISSING: fixed(
    400,
    'Rekening bank Anda belum terdaftar. Hubungi kami untuk mendaftarkannya.',
  ),
  BANK_ACCOUNT_ASKED: fixed(
    409,
    'Permintaan rekening tujuan Anda masih menunggu. Batalkan dahulu untuk mengajukan yang lain.',
  ),
  BANK_ACCOUNT_SAME: fixed(400, 'Rekening ini sudah menjadi rekening tujuan Anda.'),
  WITHDRAWAL_ACCOUNT_MISMATCH: fixed(
    400,
    'Penarikan dana hanya dapat dikirim ke rekening bank Anda yang terdaftar.',
  ),
  WITHDRAWAL_WAITS: {
    status: 403,
    sentence: ({ until }) =>
      `Nomor handphone, email, atau rekening bank Anda baru saja diubah. Demi keamanan, penarikan dana dapat dilakukan lagi ${
        until === undefined ? 'setelah masa tunggu' : `mulai ${formatDateTimeLong(until)}`
      }.`,
  },
  WITHDRAWAL_UNAVAILABLE: fixed(
    503,
    'Penarikan dana melalui bank ini belum tersedia. Coba beberapa saat lagi.',
  ),

  LOAN_NOT_DRAFT: fixed(409, 'Hanya pinjaman yang belum ditawarkan yang dapat diambil alih.'),
  LOAN_TAKEN_OVER: fixed(409, 'Pinjaman ini sudah diambil alih dengan isi lain.'),
  PARTS_NOT_TOTAL: withAmount(400, 'Bagian para Pemberi Dana harus berjumlah'),
  OPENING_PRINCIPAL_ABOVE: withAmount(400, 'Sisa pokok pinjaman harus di atas nol dan paling banyak'),
  OPENING_INTEREST_ABOVE: withAmount(400, 'Bunga yang jatuh tempo pada hari itu paling banyak'),
  OPENING_PRINCIPAL_AHEAD: withAmount(
    400,
    'Pokok yang dibayar sebelum jatuh tempo menurut sisa pokok adalah',
  ),
  OPENING_INTEREST_AHEAD: withAmount(400, 'Bunga yang dibayar sebelum jatuh tempo paling banyak'),
  OPENING_RESIDUE: withAmount(400, 'Pinjaman sudah berakhir, dan sisanya hanya selisih pembulatan'),
  OPENING_LATENESS: fixed(400, 'Hari keterlambatan tidak sesuai dengan saldo awal pinjaman.'),
  AGREEMENT_REUSED: fixed(409, 'Perjanjian ini sudah dipakai untuk pendanaan lain.'),
  LOAN_NOT_FUNDED: fixed(409, 'Pinjaman ini belum terdanai penuh.'),
  LOAN_DISBURSED: fixed(409, 'Pinjaman ini sudah dicairkan.'),
  LOAN_ORDERED: fixed(409, 'Pencairan pinjaman ini sedang diproses bank.'),
  LOAN_ACCOUNT_MISSING: fixed(409, 'Rekening Penerima Dana untuk pinjaman ini belum tercatat.'),
  DISBURSEMENT_NEEDS_LINE: fixed(409, 'Pencairan dicatat dari mutasi rekening bank.'),
  LOAN_NOT_DISBURSED: fixed(409, 'Pinjaman ini belum dicairkan.'),
  LOAN_ENDED: fixed(409, 'Pinjaman ini sudah selesai.'),
  ARCHIVE_YEAR: fixed(400, 'Pilih tahun yang sudah berjalan.'),
  ARCHIVE_UNDER_WAY: fixed(409, 'ZIP tahun lain masih dibuat. Tunggu sampai selesai, lalu coba lagi.'),
  CONFIRMATION_DAY: fixed(
    400,
    'Pilih hari yang sudah berakhir, sejak akun Anda dibuka. Konfirmasi tersedia sepuluh menit setelah hari itu berakhir.',
  ),
  CONFIRMATION_UNKNOWN: fixed(404, 'Kode ini tidak dikenal. Periksa kembali kode di dokumen Anda.'),
  DATE_IN_FUTURE: fixed(400, 'Tanggal tidak boleh setelah hari ini.'),
  RANGE_REVERSED: fixed(400, 'Tanggal awal tidak boleh setelah tanggal akhir.'),
  RANGE_TOO_LONG: fixed(400, 'Rentang tanggal paling lama sepuluh tahun.'),
  STATEMENT_TOO_LONG: fixed(
    400,
    'Rentang ini memuat terlalu banyak mutasi untuk PDF. Pilih rentang yang lebih pendek, atau unduh sebagai CSV atau XLSX.',
  ),
  DATE_BEFORE_FUNDING: fixed(400, 'Tanggal pencairan tidak boleh sebelum pendanaan terakhir pinjaman ini.'),
  DATE_BEFORE_DISBURSEMENT: fixed(400, 'Tanggal tidak boleh sebelum tanggal pencairan pinjaman.'),
  REFERENCE_REUSED: fixed(409, 'Referensi ini sudah dipakai untuk pembayaran lain.'),
  DOCUMENT_MISMATCH: fixed(409, 'Isi dokumen ini berbeda dari dokumen yang sudah dicatat dengan nama itu.'),
  ESTATE_MISSING: fixed(404, 'Ahli waris Pemberi Dana ini belum dicatat.'),
  ESTATE_EXISTS: fixed(409, 'Ahli waris Pemberi Dana ini sudah dicatat.'),
  ESTATE_UNDER_WAY: fixed(409, 'Pembayaran kepada ahli waris masih berjalan.'),
  HOLDING_MISSING: fixed(404, 'Pemberi Dana ini tidak memegang pendanaan itu.'),
  HOLDING_NOT_PAID_OUT: fixed(
    409,
    'Pendanaan ini belum dicairkan, sehingga belum dialihkan. Ulangi setelah dicairkan; bila batal, dananya kembali ke saldo pemegangnya.',
  ),
  TRANSFER_REVERSED: fixed(409, 'Pengalihan ini sudah dibatalkan sebelumnya.'),
  TRANSFER_PRICE_DIFFERS: fixed(409, 'Pengalihan ini sudah dicatat dengan harga lain.'),
  HOLDER_NOT_ACTIVE: fixed(409, 'Akun Pemberi Dana penerima tidak aktif.'),
  HOLDING_TRANSFERRED_SINCE: fixed(409, 'Pendanaan ini sudah dialihkan pada atau sesudah tanggal itu.'),
  SHARES_NOT_WHOLE: fixed(400, 'Bagian para ahli waris tidak berjumlah tepat satu.'),
  ADDENDUM_REUSED: fixed(409, 'Addendum ini sudah dicatat pada pinjaman ini dengan ketentuan lain.'),
  VOTE_MISSING: fixed(409, 'Ketentuan baru memerlukan pemungutan suara Pemberi Dana.'),
  VOTE_STANDING: fixed(409, 'Pemungutan suara pinjaman ini masih berjalan, atau hasilnya belum dipakai.'),
  VOTE_OPEN: fixed(409, 'Pemungutan suara pinjaman ini belum berakhir.'),
  VOTE_OTHER_TERMS: fixed(409, 'Ketentuan atau addendum ini bukan yang diputuskan Pemberi Dana.'),
  VOTE_BALANCE_CHANGED: fixed(409, 'Saldo pinjaman berubah sejak pemungutan suara. Adakan kembali.'),
  VOTE_RULE_INVALID: fixed(
    400,
    'Kuorum di atas 0 dan di bawah 1, mayoritas di atas setengah, lamanya 1 sampai 90 hari.',
  ),
  VOTE_ASKED_BY_TOO_FEW: fixed(409, 'Yang meminta harus mewakili paling sedikit sepersepuluh sisa pokok.'),
  VOTE_ENDED: fixed(409, 'Pemungutan suara ini sudah berakhir.'),
  VOTE_PASSWORD_WRONG: fixed(400, 'Kata sandi salah. Suara Anda belum dicatat.'),
  PAYMENT_NOT_FOUND: fixed(404, 'Pembayaran dengan referensi ini tidak ditemukan.'),
  PAYMENT_REVERSED: fixed(409, 'Pembayaran ini sudah dikoreksi dan tidak dicatat lagi dengan isi yang sama.'),
  PAYMENT_NOT_LAST: fixed(409, 'Setelah pembayaran ini masih ada pembayaran lain pada pinjaman yang sama.'),
  LOAN_CHANGED_SINCE: fixed(409, 'Setelah pembayaran ini pinjaman telah diubah atau dihapusbukukan.'),
  EXCESS_PAID_OUT: fixed(409, 'Kelebihan bayar dari pembayaran ini sudah dikembalikan kepada Penerima Dana.'),
  PAYOUT_ABOVE_BALANCE: withAmount(409, 'Saldo yang dapat dibayarkan adalah'),
  REVERSED_BEFORE: fixed(409, 'Pencatatan ini sudah dikoreksi.'),
  NOTHING_TO_REVERSE: fixed(404, 'Tidak ada pencatatan yang dapat dikoreksi.'),
  REPAYMENT_PARTS_TOO_LARGE: fixed(400, 'Biaya dan denda melebihi jumlah pembayaran.'),
  PENALTY_NOT_DUE: fixed(400, 'Tidak ada keterlambatan pada tanggal itu, jadi tidak ada denda.'),
  PENALTY_ABOVE_LIMIT: withAmount(400, 'Denda pinjaman ini paling banyak lagi'),
  SETTLEMENT_TOO_LOW: withAmount(400, 'Jumlah pelunasan pinjaman ini adalah'),
  WRITTEN_OFF_BEFORE: fixed(409, 'Pinjaman ini sudah dihapusbukukan.'),
  DATE_BEFORE_LAST_EVENT: fixed(
    400,
    'Tanggal tidak boleh sebelum pembayaran atau perubahan terakhir pinjaman ini.',
  ),
  DATE_BEFORE_CHANGE: fixed(
    409,
    'Tanggal sebelum ketentuan baru, pelunasan dipercepat, atau hapus buku pinjaman ini. Koreksi hal itu dahulu.',
  ),

  MONTH_NOT_OVER: fixed(409, 'Bulan ini belum berakhir, jadi laporannya belum dapat dibuat.'),
  MONTH_NOT_CLOSED: fixed(409, 'Hari terakhir bulan itu belum ditutup, jadi laporannya belum dapat dibuat.'),
  DAY_NOT_OVER: fixed(409, 'Hari ini belum berakhir, jadi belum dapat ditutup.'),
  DAY_OUT_OF_ORDER: fixed(409, 'Hari ditutup berurutan: tutup dahulu hari sebelumnya.'),

  SIGNING_NOT_FOUND: fixed(404, 'Dokumen yang akan ditandatangani tidak ditemukan.'),
  SIGNING_ENDED: fixed(409, 'Dokumen ini sudah tidak menunggu tanda tangan.'),
  SIGNING_WITHOUT_PAGE: fixed(
    409,
    'Perjanjian ini ditandatangani secara elektronik tanpa halaman tanda tangan. Tunggu sebentar.',
  ),
  ESIGN_UNAVAILABLE: fixed(
    503,
    'Layanan tanda tangan elektronik belum dapat dihubungi. Coba beberapa saat lagi.',
  ),

  CALLBACK_FORGED: fixed(401, 'Tanda tangan pesan ini tidak sah.'),
} as const satisfies Record<string, Refusing>

export type RefusalCode = keyof typeof refusals | CompanyRefusalCode

/** Refusals that any call may answer with. */
export const commonRefusals = [
  'INPUT_INVALID',
  'METHOD_NOT_ALLOWED',
  'BODY_TOO_LARGE',
  'MEDIA_TYPE_UNSUPPORTED',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'OVERLOADED',
] as const satisfies readonly RefusalCode[]

/** Refusals that any call with a token may answer with; the last two to members of a company alone. */
export const sessionRefusals = [
  'SESSION_ENDED',
  'USER_ID_MISMATCH',
  'COMPANY_ROLE_MISSING',
  'FACTOR_NEEDED',
] as const satisfies readonly RefusalCode[]

/** Refusals that any call that moves money may answer with. */
export const moneyRefusals = [
  'IDEMPOTENCY_KEY_REQUIRED',
  'IDEMPOTENCY_KEY_REUSED',
  'REQUEST_RUNNING',
] as const satisfies readonly RefusalCode[]

/**
 * The body of every refusal. `message` is shown on the screen; programs evaluate `code`. With status 202 nothing was
 * refused: `proposal` waits for its decision (`proposalHeader`).
 */
export type RefusalBody = { message: string; code: RefusalCode; requestId: string; proposal?: number }
