import type { CompanyProposalRow } from '@pematang/contract/lenders/company/endpoints'

/** Who proposed: a person, or a system with the key that a person made. */
export function makerText({
  maker,
  isMine,
  system,
}: Pick<CompanyProposalRow, 'maker' | 'isMine' | 'system'>): string {
  const person = isMine ? `${maker} (Anda)` : maker
  return system === null ? person : `Diajukan oleh sistem: ${system}, kunci ${person}`
}
