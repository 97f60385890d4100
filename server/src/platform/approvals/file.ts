/** The name, in proposals and in the audit trail, of accepting a file that the command line then imports. */
export const acceptFileOperation = 'acceptFile'

/** A file as it is proposed: by its content, and by the command that takes it with these options. */
export type AcceptedFile = {
  /** The command with its options, e.g. `repayments import --yes`. */
  command: string
  name: string
  /** SHA-256 of the content, in hexadecimal digits. */
  sha256: string
  /** What its dry run found that it gives, in whole rupiah; 0 where it names no sum. */
  amount: number
  /** The id of the uploaded file, which the worker imports after the decision; absent where the command line does. */
  kept?: string
}

/** What a decided file is recognised by: its content, and what is done with it. */
export const fileName = ({ command, sha256 }: Pick<AcceptedFile, 'command' | 'sha256'>): string =>
  `${command} ${sha256}`
