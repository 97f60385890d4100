import { AutoFundingScreen } from '../features/funding/auto/auto-funding-screen.tsx'

export default function AutoFunding() {
  return <AutoFundingScreen />
}
