/** Lengths of the plots, in units of their view boxes. */
export const PLOT = { width: 460, height: 300, left: 40, right: 12, top: 14, bottom: 28 } as const;

export const DAYS_A_WEEK = 7;
export const DAYS_A_YEAR = 365.25;

/** Hands a drawn plot to the browser as a file that stands for itself: styles of the page become attributes. */
const STYLED = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-family', 'font-size', 'text-anchor', 'fill-opacity'] as const;

export function svgText(plot: SVGSVGElement): string {
  const copy = plot.cloneNode(true) as SVGSVGElement;
  const originals = [plot, ...plot.querySelectorAll('*')];
  for (const [index, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const original = originals[index];
    if (original === undefined) continue;
    const style = getComputedStyle(original);
    for (const name of STYLED) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute('class');
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new XMLSerializer().serializeToString(copy);
}
