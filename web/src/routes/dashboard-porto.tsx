export default function Portfolio() {
  return <h2 className="text-section font-semibold">Portofolio</h2>
}
