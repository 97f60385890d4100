/**
 * The words of the command parser and of the readers of options, and what a clerk reads in their place. `$1` and on are what
 * the words name. Longer words first where one holds another.
 */
const words: readonly (readonly [RegExp, string])[] = [
  [/^error: /, ''],
  [/unknown option '/, "tidak dikenal: opsi '"],
  [/unknown command '/, "tidak dikenal: perintah '"],
  [/required option '/, "opsi '"],
  [/' not specified/, "' wajib diisi"],
  [/missing required argument '/, "wajib diisi: argumen '"],
  [/' argument missing/, "' belum diisi nilainya"],
  [/command-argument value '/, "nilai '"],
  [/' is invalid for argument '/, "' tidak berlaku bagi argumen '"],
  [/' argument '/, "' dengan nilai '"],
  [/' is invalid\./, "' tidak berlaku."],
  [/too many arguments/, 'terlalu banyak argumen'],
  [/\. Expected (\d+) arguments? but got (\d+)/, ': $1 diharapkan, $2 diberikan'],
  [/' cannot be used with option '/, "' tidak dapat dipakai bersama opsi '"],
  [/option '/, "opsi '"],
  [/ for '/, " bagi '"],
  [/\(Did you mean one of /, '(Maksud Anda salah satu dari '],
  [/\(Did you mean /, '(Maksud Anda '],
  [/Allowed choices are /, 'Pilihannya: '],
  [/It is empty\./, 'Nilainya kosong.'],
  [
    /It must be an existing date YYYY-MM-DD from (\S+) to (\S+),/,
    'Harus tanggal YYYY-MM-DD yang ada, dari $1 sampai $2,',
  ],
  [
    /It must be a whole number from (\d+) to (\d+) in plain digits,/,
    'Harus bilangan bulat dari $1 sampai $2 tanpa pemisah,',
  ],
  [/It must be a whole number from (\d+) to (\d+)/, 'Harus bilangan bulat dari $1 sampai $2'],
  [
    /It must be whole rupiah above 0 in plain digits 0-9 \([^()]*\),/,
    'Harus rupiah bulat di atas 0 tanpa pemisah,',
  ],
  [
    /It must be a fraction from 0 to (\S+) with a decimal point and at most 6 decimals \(.+?\),/,
    'Harus pecahan dari 0 sampai $1 dengan titik desimal, paling banyak 6 desimal,',
  ],
  [
    /It must be a fraction from 0 to 1 with at most 6 decimals such as (\S+),/,
    'Harus pecahan dari 0 sampai 1 dengan paling banyak 6 desimal, misalnya $1,',
  ],
  [
    /It must be at most (\d+) characters of A-Z, 0-9, "\/" and "-",/,
    'Harus paling banyak $1 huruf A-Z, angka, "/" atau "-",',
  ],
  [/It must be one of:? /, 'Pilihannya: '],
  [/It must be all, or one of: /, 'Isinya all, atau salah satu dari: '],
  [/It must be (\d+) to (\d+) digits/, 'Harus $1 sampai $2 angka'],
  [/It must be (\d+) digits/, 'Harus $1 angka'],
  [/It must be 64 hexadecimal digits/, 'Harus 64 angka heksadesimal'],
  [/It must be a time with its zone such as (\S+),/, 'Harus waktu dengan zonanya, misalnya $1,'],
  [/It must be an instant with its time zone, e\.g\. /, 'Harus waktu dengan zonanya, misalnya '],
  [
    /It must be off, or a fraction from 0 to 1 with at most 6 decimals, e\.g\. /,
    'Harus off, atau pecahan dari 0 sampai 1 dengan paling banyak 6 desimal, misalnya ',
  ],
  [/It must be a list of /, 'Isinya daftar dari '],
  [/It must be the id of a mandate, as the list printed it\./, 'Harus nomor kuasa seperti dalam daftarnya.'],
  [/It must be a month YYYY-MM/, 'Harus bulan YYYY-MM'],
  [/It is (\d+) to (\d+) letters and digits\./, 'Harus $1 sampai $2 huruf dan angka.'],
  [/: the NPWP of 16 digits, or the NIK of a person/, ': NPWP 16 angka, atau NIK orang pribadi'],
  [
    /It must be (\d+) to (\d+) characters of A-Z, 0-9, "\/", "\." and "-",/,
    'Harus $1 sampai $2 huruf A-Z, angka, "/", "." atau "-",',
  ],
  [
    /It must be a province's code of ISO 3166-2:ID such as ID-JB,/,
    'Harus kode provinsi ISO 3166-2:ID, misalnya ID-JB,',
  ],
  [/It must hold a letter or a digit,/, 'Harus mengandung huruf atau angka,'],
  [/It must be above 0\./, 'Harus di atas 0.'],
  [/It is (\d+) characters long, at most (\d+) are allowed/, 'Panjangnya $1 karakter, paling banyak $2'],
  [/It is larger than 2\^53-1,/, 'Terlalu besar,'],
  [
    /It holds a control, line-break or text-direction character that is not allowed here/,
    'Mengandung karakter kendali, ganti baris, atau arah tulisan',
  ],
  [
    /It holds (\S+), which the typeface of the agreements cannot print: spell it in usual Latin letters/,
    'Mengandung $1, yang tidak dapat dicetak: tulis dengan huruf Latin biasa',
  ],
  [/It is no hash of a document,/, 'Bukan hash dokumen,'],
  [/It is above the limit of (\d+),/, 'Di atas batas $1,'],
  [/It is not an e-mail address/, 'Bukan alamat surel'],
  [/It is not a phone number: 8 to 20 digits\./, 'Bukan nomor telepon: 8 sampai 20 angka.'],
  [/It is not an id, e\.g\. /, 'Bukan nomor seperti dalam daftar, misalnya '],
  [/It is not the number of a proposal\./, 'Bukan nomor usulan.'],
  [
    /It is neither a date, YYYY-MM-DD, nor a time, e\.g\. /,
    'Bukan tanggal YYYY-MM-DD dan bukan waktu, misalnya ',
  ],
  [/It is no cursor of a line of this feed\./, 'Bukan tempat dalam aliran ini.'],
  [/It is like "/, 'Bentuknya "'],
  [/The method is 1 \(BNI\) or 2 \(the other bank\)\./, 'Isinya 1 (BNI) atau 2 (bank lain).'],
  [/The bank is BNI or OTHER\./, 'Isinya BNI atau OTHER.'],
  [/There are at most 50 heirs\./, 'Ahli waris paling banyak 50.'],
  [/A tolerance is 0 to (\d+) rupiah\./, 'Toleransi 0 sampai $1 rupiah.'],
  [
    /The id of a key is of letters, digits, \. _ -, 40 at most\./,
    'Nama kunci terdiri atas huruf, angka, . _ -, paling banyak 40.',
  ],
  [/, got /, ', bukan '],
]

/** A usage error of the command line as a clerk reads it; words that are not known stay as they are. */
export const usageError = (text: string): string =>
  words.reduce((said, [pattern, instead]) => said.replace(pattern, instead), text)
