import { AutoFundingScreen } from '../features/auto-funding/auto-funding-screen.tsx'

export default function AutoFunding() {
  return <AutoFundingScreen />
}
