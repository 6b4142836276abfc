/** Only Chrome is supported; Chromium is the same engine (docs/contracts.md#browser). */
const ACCEPTED_BRANDS = ['Google Chrome', 'Chromium'];

interface Brands {
  userAgentData?: { brands: { brand: string }[] };
}

export function isSupportedBrowser(agent: Brands = navigator as Brands): boolean {
  return agent.userAgentData?.brands.some(({ brand }) => ACCEPTED_BRANDS.includes(brand)) ?? false;
}
