/** The card of the tour and the mark around the control that it speaks of. It waits, and never takes the focus. */
import { Button, CloseButton } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { CopyButton } from '../look/copy-button.tsx';
import { showNotice } from '../look/states/notices.tsx';
import * as texts from '../texts/tour.ts';
import { tour, useTour } from './tour.ts';
import classes from './tour-card.module.css';
import { placeCard, type Rectangle } from './tour-place.ts';
import { STEPS, type TourState, type TourStep } from './tour-state.ts';
import { advance, BROKEN, WORKING } from './tour-steps.ts';

/** The controls of each step. Of several, the first that is there: a dialog is in front of the button that opens it. */
const ANCHORS: Readonly<Record<TourStep, readonly string[]>> = {
  new: ['[data-tour="create"]', '[data-tour="new"]'],
  transform: ['[data-tour="palette"]', '[data-tour="add"]'],
  value: ['[data-param="value"]'],
  run: ['[data-tour="run"]', '[data-tour="close"]'],
  break: ['[data-param="value"]'],
  fail: ['[data-tour="run"]', '[data-tour="close"]'],
  mend: ['[data-param="value"]'],
  again: ['[data-tour="run"]', '[data-tour="close"]'],
  end: ['[data-tour="publish"]'],
};

const TEMPLATES: Readonly<Partial<Record<TourStep, string>>> = { value: WORKING, break: BROKEN, mend: WORKING };

export function TourCard() {
  const state = useTour();
  const facts = useSyncExternalStore(tour.subscribe, tour.readFacts);
  useEffect(() => {
    if (state?.isShown && facts) tour.change(advance(state, facts));
  }, [state, facts]);
  return state?.isShown ? <Card state={state} /> : null;
}

function Card({ state }: { state: TourState }) {
  const { step, workflowId } = state;
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isHere = path === (workflowId === undefined ? '/workflows' : `/workflows/${workflowId}`);
  const card = useRef<HTMLElement>(null);
  const anchor = useAnchor(isHere ? ANCHORS[step] : []);
  const place = usePlace(card, anchor, step);
  const heading = useId();
  const template = TEMPLATES[step];
  const leave = () => {
    tour.leave();
    if (step !== 'end') showNotice({ message: texts.left });
  };
  // Whoever begins reads the card first. From then on the focus stays where they work.
  useEffect(() => card.current?.focus({ preventScroll: true }), []);
  return (
    <>
      {anchor && <div className={classes.mark} style={around(anchor)} aria-hidden="true" />}
      <section
        ref={card}
        className={classes.card}
        style={place}
        role="dialog"
        aria-modal="false"
        aria-labelledby={heading}
        data-tour="card"
        tabIndex={-1}
        onKeyDown={event => event.key === 'Escape' && leave()}
      >
        <header className="row dim justify-between text-12">
          <span>{texts.progress(STEPS.indexOf(step) + 1, STEPS.length)}</span>
          <CloseButton aria-label={texts.leave} onClick={leave} />
        </header>
        <div aria-live="polite">
          <h2 id={heading}>{texts.heading[step]}</h2>
          <p>{texts.text[step]}</p>
          {template !== undefined && (
            <p className={classes.template}>
              <code>{template}</code>
              <CopyButton text={template} label={texts.copyTheTemplate} />
            </p>
          )}
        </div>
        <footer className={classes.foot}>
          {step !== 'new' && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={tour.startOver}>
              {texts.startOver}
            </Button>
          )}
          {!isHere && <WayBack workflowId={workflowId} />}
          {step === 'end' && (
            <Button size="compact-sm" onClick={leave}>
              {texts.finish}
            </Button>
          )}
        </footer>
      </section>
    </>
  );
}

function WayBack({ workflowId }: { workflowId: string | undefined }) {
  if (workflowId === undefined) {
    return (
      <Button size="compact-sm" renderRoot={props => <Link to="/workflows" {...props} />}>
        {texts.goOn}
      </Button>
    );
  }
  return (
    <Button
      size="compact-sm"
      renderRoot={props => <Link to="/workflows/$workflowId" params={{ workflowId }} {...props} />}
    >
      {texts.goOn}
    </Button>
  );
}

/** Where the control is. It comes, goes and moves with the page, so each frame looks again. */
function useAnchor(selectors: readonly string[]): Rectangle | undefined {
  const [anchor, setAnchor] = useState<Rectangle>();
  useEffect(() => {
    let frame = 0;
    const look = () => {
      const found = findAnchor(selectors);
      setAnchor(known => (isSame(known, found) ? known : found));
      frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [selectors]);
  return anchor;
}

function findAnchor(selectors: readonly string[]): Rectangle | undefined {
  for (const selector of selectors) {
    const element = document.querySelector(selector);
    if (!element) continue;
    const { left, top, width, height } = element.getBoundingClientRect();
    if (isInFront(element, left + width / 2, top + height / 2)) return { left, top, width, height };
  }
  return undefined;
}

/** On a phone the panel of a step is in front of the header. The card itself makes room. */
function isInFront(element: Element, x: number, y: number): boolean {
  const front = document.elementsFromPoint(x, y).find(hit => hit.closest('[data-tour="card"]') === null);
  return front !== undefined && element.contains(front);
}

function isSame(one: Rectangle | undefined, other: Rectangle | undefined): boolean {
  if (!one || !other) return one === other;
  return one.left === other.left && one.top === other.top && one.width === other.width && one.height === other.height;
}

/** The card is measured after each change of its text. */
function usePlace(card: RefObject<HTMLElement | null>, anchor: Rectangle | undefined, step: TourStep) {
  const [place, setPlace] = useState({ left: 0, top: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step has another size.
  useEffect(() => {
    const measure = () => {
      const { offsetWidth: width = 0, offsetHeight: height = 0 } = card.current ?? {};
      setPlace(placeCard(anchor, { width, height }, { width: innerWidth, height: innerHeight }));
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [card, anchor, step]);
  return place;
}

const AROUND = 4;

function around({ left, top, width, height }: Rectangle) {
  return { left: left - AROUND, top: top - AROUND, width: width + 2 * AROUND, height: height + 2 * AROUND };
}
