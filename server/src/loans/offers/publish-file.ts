import type { OfferableLoans, OfferablePart } from './offerable-loans.ts'
import type { PublishedLoans } from './publish-loans.ts'

/** `published` counts drafts that are offered now; the other loans lack their borrowers' consent. */
export type PublishedFile = { published: number; withoutConsent: number }

const loansPerTransaction = 8_000
const transactionsAtOnce = 2

/**
 * Offers the loans of a file that are still drafts with the same content, whether this import or an earlier one
 * inserted them. So an import that was killed and started again ends like an undisturbed one.
 * @param publish offers the loans of one part
 */
export async function publishLoanFile(
  offerable: OfferableLoans,
  publish: (part: OfferablePart) => Promise<PublishedLoans>,
): Promise<PublishedFile> {
  const report = { published: 0, withoutConsent: 0 }
  const parts = offerable.parts(loansPerTransaction)
  const publishParts = async () => {
    for (const part of parts) {
      const { published, notOffered } = await publish(part)
      report.published += published
      report.withoutConsent += notOffered.filter(({ withoutConsent }) => withoutConsent).length
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: transactionsAtOnce }, publishParts))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
  return report
}
