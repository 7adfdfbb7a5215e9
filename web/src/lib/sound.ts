/** Small sounds, made on the spot. Off unless the settings say so. */
import { settings } from "./settings.svelte";

export type Sound = "place" | "dice" | "boom" | "refuse" | "turn";

let context: AudioContext | undefined;

/** Play a sound, if sounds are on; `late` is in seconds. */
export function play(sound: Sound, late = 0) {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  SOUNDS[sound](context, context.currentTime + late);
}

const SOUNDS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  place: (audio, at) => noise(audio, at, 0.06, 1800, 0.25),
  dice: (audio, at) => {
    for (const [n, late] of [0, 0.07, 0.16, 0.3, 0.42].entries())
      noise(audio, at + late, 0.04, 2600 - n * 200, 0.3);
  },
  boom: (audio, at) => noise(audio, at, 0.7, 120, 0.8),
  refuse: (audio, at) => tone(audio, at, 0.15, 160, 0.15),
  turn: (audio, at) => {
    tone(audio, at, 0.18, 392, 0.12);
    tone(audio, at + 0.16, 0.3, 523, 0.12);
  },
};

function tone(audio: AudioContext, at: number, length: number, pitch: number, loud: number) {
  const voice = new OscillatorNode(audio, { frequency: pitch, type: "triangle" });
  voice.connect(fading(audio, at, length, loud)).connect(audio.destination);
  voice.start(at);
  voice.stop(at + length);
}

function noise(audio: AudioContext, at: number, length: number, pitch: number, loud: number) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, {
    type: pitch < 300 ? "lowpass" : "bandpass",
    frequency: pitch,
  });
  source
    .connect(filter)
    .connect(fading(audio, at, length, loud))
    .connect(audio.destination);
  source.start(at);
}

function fading(audio: AudioContext, at: number, length: number, loud: number) {
  const gain = new GainNode(audio);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  return gain;
}
