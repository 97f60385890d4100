/** The sentences of the command parser, in pieces, and what a clerk reads in their place; our own readers say theirs in Indonesian. */
const pieces: readonly (readonly [RegExp, string])[] = [
  [/^error: /, ''],
  [/^unknown option '/, "tidak dikenal: opsi '"],
  [/^unknown command '/, "tidak dikenal: perintah '"],
  [/^missing required argument '/, "wajib diisi: argumen '"],
  [/^required option '/, "opsi '"],
  [/' not specified/, "' wajib diisi"],
  [/^command-argument value '/, "nilai '"],
  [/' is invalid for argument '/, "' tidak berlaku bagi argumen '"],
  [/' argument missing/, "' belum diisi nilainya"],
  [/' argument '/, "' dengan nilai '"],
  [/' is invalid\./, "' tidak berlaku."],
  [/^too many arguments/, 'terlalu banyak argumen'],
  [/\. Expected (\d+) arguments? but got (\d+)/, ': $1 diharapkan, $2 diberikan'],
  [/' cannot be used with option '/, "' tidak dapat dipakai bersama opsi '"],
  [/^option '/, "opsi '"],
  [/ for '/, " bagi '"],
  [/\(Did you mean one of /, '(Maksud Anda salah satu dari '],
  [/\(Did you mean /, '(Maksud Anda '],
  [/Allowed choices are /, 'Pilihannya: '],
]

/** A usage error of the command line as a clerk reads it. */
export const usageError = (text: string): string =>
  pieces.reduce((said, [piece, instead]) => said.replace(piece, instead), text)
