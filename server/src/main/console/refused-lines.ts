import type { RefusedLine } from '@pematang/contract/staff/files'

// The reasons of refused lines are written in English where files are read, and told in Indonesian to who sees them here.

type Words = readonly [start: string, told: string]

/** The starts of reasons, the longer ones first; what follows of a reason, as the value that was read, stays. */
const starts: readonly Words[] = [
  ['is empty', 'kosong'],
  [
    'must be whole rupiah above 0 in plain digits 0-9 (no separator, sign, exponent or leading zero)',
    'harus rupiah bulat di atas nol, hanya angka 0-9 tanpa pemisah',
  ],
  ['is larger than 2^53-1', 'terlalu besar'],
  ['is above the limit of', 'di atas batas'],
  ['must be a whole number from', 'harus bilangan bulat dari'],
  ['must be a fraction from', 'harus pecahan dengan titik desimal, dari'],
  ['must be one of', 'harus salah satu dari'],
  ['must be at most', 'harus paling banyak'],
  ['must be an existing date YYYY-MM-DD from 2000-01-01 to 2100-12-31', 'harus tanggal TTTT-BB-HH yang ada'],
  ['must be a time with its zone such as', 'harus waktu dengan zona, seperti'],
  ['must be 64 hexadecimal digits', 'harus 64 angka heksadesimal'],
  ['must be a phone number of 8 to 20 digits', 'harus nomor telepon, 8 sampai 20 angka'],
  ['must hold a letter or a digit', 'harus memuat huruf atau angka'],
  ['must be', 'harus'],
  ['is no hash of a document', 'bukan sidik dokumen'],
  ['is not an e-mail address', 'bukan alamat e-mail'],
  ['is not an id', 'bukan nomor baris'],
  [
    'holds a control, line-break or text-direction character that is not allowed here',
    'memuat tanda yang tidak terlihat dan tidak boleh ada',
  ],
  ['is in the future', 'di masa depan'],
  ['there is no such loan', 'pinjaman ini tidak ada'],
  ['the loan is not funded in full', 'pinjaman ini belum terdanai penuh'],
  ['the loan was not paid out', 'pinjaman ini belum dicairkan'],
  ['the loan was paid out before', 'pinjaman ini sudah dicairkan'],
  [
    'the bank has an order to pay the loan out, which has not ended',
    'perintah pencairannya di bank belum selesai',
  ],
  [
    'no bank account of the borrower is known for the loan',
    'rekening Penerima Dana untuk pinjaman ini belum dikenal',
  ],
  ['a loan is disbursed by the line of the bank’s statement', 'pinjaman dicairkan lewat baris mutasi bank'],
  ['the reference was used for another payment', 'referensi ini sudah dipakai pembayaran lain'],
  ['no payment with this reference was recorded', 'tidak ada pembayaran dengan referensi ini'],
  ['the payment was recorded and taken back before', 'pembayaran ini sudah dicatat lalu dibatalkan'],
  [
    'the loan has got new terms, was settled early or written off since',
    'sesudahnya pinjaman ini direstrukturisasi, dilunasi dipercepat, atau dihapusbukukan',
  ],
  [
    'the excess of the payment was paid out to the borrower',
    'kelebihan bayarnya sudah dikembalikan ke Penerima Dana',
  ],
  ['the date is in the future', 'tanggalnya di masa depan'],
  ['the date is before the last funding of the loan', 'tanggalnya sebelum pendanaan terakhir'],
  ['the date is before the loan was paid out', 'tanggalnya sebelum pencairan'],
  [
    'the date is before new terms, the early settlement or the write-off of the loan',
    'tanggalnya sebelum restrukturisasi, pelunasan dipercepat, atau hapus buku; batalkan itu dahulu',
  ],
  ['penalty and fee are more than the amount', 'denda dan biaya melebihi jumlahnya'],
  [
    'nothing is late on that day, so no penalty is owed',
    'tidak ada tunggakan pada hari itu, jadi tidak ada denda',
  ],
  ['penalty is above what may still be asked', 'denda melebihi yang masih boleh ditagih'],
  ['the quotes of the line do not pair up', 'tanda kutip baris ini tidak berpasangan'],
  ['the line is longer than', 'baris ini terlalu panjang, lebih dari'],
  [
    'The file is empty. Its first line must name the columns',
    'Berkas ini kosong. Baris pertamanya harus menyebut kolom',
  ],
  [
    'Wrong columns. The first line does not name the columns of a',
    'Kolomnya salah. Baris pertama tidak menyebut kolom',
  ],
  ['Wrong columns.', 'Kolomnya salah.'],
  ['The first line does not name the columns', 'Baris pertama tidak menyebut kolom'],
  ['The lines end with a bare carriage return', 'Akhir barisnya hanya CR; simpan dengan LF atau CRLF'],
  ['is ', ''],
  ['has ', 'ada '],
]

/** Words within a reason that was told by its start, or by none. */
const parts: readonly Words[] = [
  [' with a decimal point and at most ', ', paling banyak '],
  [' with at most ', ', paling banyak '],
  [' decimals', ' desimal'],
  [' such as ', ' seperti '],
  [' (0.12 is 12% a year)', ' (0.12 berarti 12% setahun)'],
  [', with 0, 62 or +62 before them or without', ', dengan atau tanpa 0, 62, atau +62'],
  [' the NPWP of 16 digits, or the NIK of a person', ' NPWP 16 angka, atau NIK seseorang'],
  [' in plain digits', ', hanya angka'],
  [' characters of ', ' huruf dari '],
  [' characters', ' huruf'],
  [' digits', ' angka'],
  [' and ', ' dan '],
  [': say --yes where it is meant', ': centang pilihan baris tidak biasa bila memang benar'],
  ['missing columns: ', 'kolom yang kurang: '],
  ['unknown columns: ', 'kolom yang tidak dikenal: '],
  ['columns named twice: ', 'kolom yang disebut dua kali: '],
  [' is named on line ', ' juga disebut di baris '],
  [' too, with other content', ' dengan isi lain'],
  [' cells, the header names ', ' sel, judulnya menyebut '],
  [' columns', ' kolom'],
  ['nobody is registered with ', 'tidak ada yang terdaftar dengan '],
  [' is registered already', ' sudah terdaftar'],
  [' is more than ', ' lebih dari '],
  [' times the ', ' kali '],
  [' that the loan can still owe', ' yang masih dapat ditagih dari pinjaman ini'],
  [' days ago', ' hari yang lalu'],
  [' is after today', ' sesudah hari ini'],
  [' is ', ' '],
  [' file;', ';'],
  [' to ', ' sampai '],
  [' long, at most ', ', paling banyak '],
  [' are allowed', ''],
  [' bytes', ' byte'],
]

/** A refused line by its column, and why in Indonesian. */
export function toldRefusal(
  { line, reason }: { line: number | null; reason: string },
  columns: readonly string[],
): RefusedLine {
  const column = columns.find((name) => reason.startsWith(`${name} `) || reason.startsWith(`${name}: `))
  // The code of a refusal stands before its sentence, which is Indonesian.
  const rest = (column === undefined ? reason : reason.slice(column.length)).replace(/^:? /, '')
  return { line, column: column ?? null, reason: inIndonesian(rest.replace(/^[A-Z_]+: /, '')) }
}

function inIndonesian(reason: string): string {
  // What was read is quoted as it is.
  const quote = reason.indexOf(', got ')
  const said = quote < 0 ? reason : reason.slice(0, quote)
  const [start, told] = starts.find(([words]) => said.startsWith(words)) ?? ['', '']
  const rest = parts.reduce(
    (text, [english, words]) => text.replaceAll(english, words),
    said.slice(start.length),
  )
  return `${told}${rest}${quote < 0 ? '' : `, tertulis ${reason.slice(quote + ', got '.length)}`}`
}
