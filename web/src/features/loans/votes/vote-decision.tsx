import type { Decision } from '../../../company/proposed.ts'
import { CastDialog } from './cast-dialog.tsx'
import { useVote } from './queries.ts'

type Props = { decision: Decision<{ id: string; agrees: boolean }>; onClosed: () => void }

/** Decides on a proposed vote with the password. */
export function VoteDecision({ decision, onClosed }: Props) {
  const { data: vote } = useVote(decision.body.id)
  return vote && <CastDialog {...{ vote, decision, onClosed }} agrees={decision.body.agrees} />
}
