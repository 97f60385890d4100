import type { Difference } from './compare.ts'

/**
 * The subjects of a comparison: ids of withdrawals, the bank's ids of payments, names of other recorded movements, and
 * ids of statement lines.
 */
export type Subjects = Record<SubjectKind, string[]>
export type SubjectKind = 'withdrawals' | 'payments' | 'transfers' | 'lines'

/** A difference with its subject, e.g. `withdrawal:0192…`. */
export type Found = Difference & { subject: string }

export const subjectOf = {
  withdrawal: (id: string) => `withdrawal:${id}`,
  payment: (name: string) => `payment:${name}`,
  transfer: (name: string) => `transfer:${name}`,
  line: (id: string) => `line:${id}`,
}

export function parseSubjects(texts: readonly string[]): Subjects {
  const after = (kind: string) =>
    texts.filter((text) => text.startsWith(`${kind}:`)).map((text) => text.slice(kind.length + 1))
  return {
    withdrawals: after('withdrawal'),
    payments: after('payment'),
    transfers: after('transfer'),
    lines: after('line'),
  }
}

/**
 * A bank, the times before which our withdrawals, payments and other movements must be listed in its statement, and
 * the bank through which loans are paid out and repaid.
 */
export type Scope = {
  methodPayment: 1 | 2
  bank: string
  dueBefore: { withdrawals: Date; payments: Date; transfers: Date }
  loansThrough: 1 | 2
}
