import { useParams } from 'react-router'
import { VoteScreen } from '../features/loans/votes/index.ts'

export default function VoteRoute() {
  const { voteId = '' } = useParams()
  return <VoteScreen key={voteId} id={voteId} />
}
